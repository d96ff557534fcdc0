import { expect, it } from 'vitest';
import { embedHtml, linkedInLink } from './carrier-rules.ts';

const address = 'https://log.example/credentials/0190a3c0-0000-4000-8000-000000000000';

it("LinkedIn's form gets the work, the instance, the month and the address of the proof, and nothing else", () => {
  const link = linkedInLink({
    address,
    name: 'A & B=1',
    issuer: 'Our log',
    verifiedAt: '2026-01-31T23:30:00Z',
  });
  const { origin, pathname, searchParams } = new URL(link);
  expect(origin + pathname).toBe('https://www.linkedin.com/profile/add');
  expect(Object.fromEntries(searchParams)).toEqual({
    ...{ startTask: 'CERTIFICATION_NAME', name: 'A & B=1', organizationName: 'Our log' },
    ...{ issueYear: '2026', issueMonth: '1', certUrl: address },
  });
});

it('HTML for other sites is a picture that leads to the proof, whatever its text is', () => {
  const html = embedHtml({ address, text: `"><script>alert('1')</script>&` });
  expect(html).toBe(
    `<a href="${address}"><img src="${address}.png" width="600" height="315" alt="&#34;&#62;&#60;script&#62;alert(&#39;1&#39;)&#60;/script&#62;&#38;"></a>`,
  );
});
