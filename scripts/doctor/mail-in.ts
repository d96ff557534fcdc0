// Inbound email: the certificate, the MX record of the domain, and the port.
import { X509Certificate } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { readFileSync } from 'node:fs';
import { connect } from 'node:net';
import type { Config } from '#platform/config/config.ts';
import type { MailIn, MailListener } from '#platform/config/mail-in.ts';
import { ok, problem, warning, type Finding } from './finding.ts';

/** Milliseconds. */
const timeout = 5_000;
const soonDays = 14;

export async function checkMailIn({ mailIn, mode }: Config): Promise<Finding[]> {
  if (!mailIn) return [ok('Inbound email is off.')];
  const { smtp, secret } = mailIn;
  const findings: Finding[] = [];
  if (secret !== undefined) findings.push(ok('The webhook for inbound email is on: POST /api/mail-in.'));
  if (mode === 'production') findings.push(await checkMx(mailIn));
  if (smtp?.tls) findings.push(checkCertificate(smtp.tls));
  if (smtp) findings.push(await checkPort(smtp));
  return findings;
}

async function checkMx({ domain, dnsServers, smtp }: MailIn): Promise<Finding> {
  const resolver = new Resolver({ timeout, tries: 1 });
  if (dnsServers.length > 0) resolver.setServers(dnsServers);
  const fix = smtp
    ? `Add a record such as: ${domain}. MX 10 <the name of this server>.`
    : `Add the records of the service that receives mail for ${domain}.`;
  try {
    const records = await resolver.resolveMx(domain);
    const names = records.map(({ exchange }) => exchange).join(', ');
    if (names !== '') return ok(`Mail for ${domain} is delivered to ${names}.`);
  } catch (error) {
    const { code = 'unknown' } = error as NodeJS.ErrnoException;
    if (code !== 'ENODATA' && code !== 'ENOTFOUND')
      return warning(
        `The MX record of ${domain} could not be looked up.`,
        `DNS: ${code}.`,
        'Check MAIL_IN_DNS.',
      );
  }
  return warning(`${domain} has no MX record.`, 'Mail servers do not know where to deliver.', fix);
}

function checkCertificate({ cert, key }: NonNullable<MailListener['tls']>): Finding {
  try {
    const { validToDate } = new X509Certificate(readFileSync(cert));
    readFileSync(key);
    const days = Math.floor((validToDate.getTime() - Date.now()) / 86_400_000);
    if (days >= soonDays) return ok(`The certificate for inbound email is valid for ${days} days.`);
    const why = days < 0 ? 'It has expired.' : `It expires in ${days} days.`;
    return warning('The certificate for inbound email needs to be renewed.', why, 'Renew MAIL_IN_CERT.');
  } catch (error) {
    const why = (error as Error).message;
    return problem(
      'The certificate for inbound email cannot be read.',
      why,
      'Check MAIL_IN_CERT and MAIL_IN_KEY.',
    );
  }
}

/** Whether the running server greets. From outside, port 25 must lead there. */
function checkPort({ port, host }: MailListener): Promise<Finding> {
  const at = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  return new Promise((resolve) => {
    const socket = connect({ port, host: at, timeout });
    const end = (finding: Finding) => {
      socket.destroy();
      resolve(finding);
    };
    const why = 'It may be stopped, or another program may have the port.';
    const silent = () =>
      end(warning(`Nothing receives email on port ${port}.`, why, 'Start Logbook, and run this again.'));
    socket.once('timeout', silent).once('error', silent);
    socket.once('data', (bytes: Buffer) => {
      if (bytes.toString('latin1').startsWith('220 '))
        end(ok(`Email is received on port ${port}. Port 25 of the MX must lead there.`));
      else silent();
    });
  });
}
