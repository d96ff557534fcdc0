import { describe, expect, it } from 'vitest';
import { readRemote } from './git-remote.ts';

const read = (text: string) => {
  const remote = readRemote(text);
  return remote && [remote.name, remote.commit('abc')];
};

describe('the address of a remote', () => {
  it.each([
    ['git@github.com:acme/api.git', 'acme/api', 'https://github.com/acme/api/commit/abc'],
    ['https://github.com/acme/api', 'acme/api', 'https://github.com/acme/api/commit/abc'],
    [
      'https://ada:secret@git.example:8443/acme/api.git/',
      'acme/api',
      'https://git.example:8443/acme/api/commit/abc',
    ],
    ['ssh://git@git.example:7999/scm/acme/api.git', 'acme/api', 'https://git.example/acme/api/commit/abc'],
    ['git@gitlab.com:acme/tools/api.git', 'acme/tools/api', 'https://gitlab.com/acme/tools/api/commit/abc'],
    ['git@bitbucket.org:acme/api.git', 'acme/api', 'https://bitbucket.org/acme/api/commits/abc'],
    ['work:acme/api.git', 'acme/api', undefined],
  ])('%s has a name and pages, without a password', (text, name, page) => {
    expect(read(text)).toEqual([name, page]);
  });

  it.each([
    '/srv/git/api.git',
    '../api',
    'C:\\code\\api',
    'c:/code/api',
    'file:///srv/api.git',
    'https://git.example/',
    '',
  ])('%s is none', (text) => {
    expect(read(text)).toBeUndefined();
  });

  it('never has another host or scheme than the remote, whatever its path', () => {
    for (const text of ['https://git.example/%zz/../../x', 'git@git.example:"><script>', 'git@a..b:acme/api'])
      expect(read(text)?.[1] ?? 'https://git.example/').toMatch(
        /^https:\/\/git\.example\/|^https:\/\/a\.\.b\//,
      );
  });
});
