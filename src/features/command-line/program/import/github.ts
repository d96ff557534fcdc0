// Merged pull requests, reviews and closed issues of the user on GitHub, by its search. The events that it keeps end after 30
// days. A search has at most 1,000 results, so a period with more is divided.
import { spawnSync } from 'node:child_process';
import { serviceTexts as texts } from '../../import-texts.ts';
import { CommandError } from '../command-error.ts';
import type { Adapter, Found, Period, Reader } from './adapter.ts';
import { field, Service, textField } from './service.ts';

const perPage = 100;
const mostResults = 1000;
/** The shortest period that is divided. */
const shortestMs = 60_000;

type Kind = 'pr' | 'review' | 'issue';
const searches: Record<Kind, (login: string, period: string) => string> = {
  pr: (login, period) => `author:${login} is:pr is:merged merged:${period}`,
  // When a review took place is not part of a result, so it is dated as the pull request.
  review: (login, period) => `reviewed-by:${login} -author:${login} is:pr is:closed closed:${period}`,
  issue: (login, period) => `assignee:${login} is:issue is:closed closed:${period}`,
};

export const githubAdapter: Adapter = {
  name: 'github',
  source: 'github',
  takesWords: false,
  async open() {
    const { GITHUB_TOKEN, GH_TOKEN, GITHUB_API_URL } = process.env;
    const token = GITHUB_TOKEN || GH_TOKEN || tokenOfProgram();
    if (!token) throw new CommandError('signedOut', texts.noGithubToken);
    const headers = { accept: 'application/vnd.github+json', 'x-github-api-version': '2022-11-28' };
    const base = GITHUB_API_URL || 'https://api.github.com';
    const service = new Service({ name: 'GitHub', token, base, headers });
    const login = textField(await service.get('/user'), 'login');
    if (!/^[\w-]+$/.test(login)) throw service.unknownForm();
    return [
      {
        id: `${service.host}/${login}`,
        ...{ label: `GitHub (${login})`, words: [] },
        read: (period, reader) => read(service, login, period, reader),
      },
    ];
  },
};

/** The token of GitHub's own program, if it is installed and signed in. */
function tokenOfProgram(): string | undefined {
  const { status, stdout } = spawnSync('gh', ['auth', 'token'], {
    ...{ encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], timeout: 10_000 },
  });
  return status === 0 ? stdout.trim() : undefined;
}

async function* read(
  service: Service,
  login: string,
  { from, to }: Period,
  reader: Reader,
): AsyncGenerator<Found, void, void> {
  for (const [kind, queryOf] of Object.entries(searches) as [Kind, (typeof searches)[Kind]][]) {
    const search = (period: string, page: number) =>
      service.get('/search/issues', {
        q: queryOf(login, period),
        ...{ sort: 'created', order: 'desc', per_page: String(perPage), page: String(page) },
      });
    for await (const item of results(service, search, from, to)) {
      const found = foundOf(service, kind, item);
      if (!found) reader.leaveOut('broken_item');
      else if (textField(item, 'user', 'type') === 'Bot') reader.leaveOut('bot');
      else if (textField(item, 'state_reason') === 'not_planned') reader.leaveOut('not_planned');
      else yield found;
    }
  }
}

type Search = (period: string, page: number) => Promise<unknown>;
const instant = (at: number) => new Date(at).toISOString().replace(/\.\d+/, '');

/** All results of a search, in parts of the period, the latest first. */
async function* results(
  service: Service,
  search: Search,
  from: number,
  to: number,
): AsyncGenerator<unknown, void, void> {
  const period = `${instant(from)}..${instant(to)}`;
  let seen = 0;
  for (let page = 1; ; page++) {
    const result = await search(period, page);
    const [items, total] = [field(result, 'items'), field(result, 'total_count')];
    if (!Array.isArray(items) || typeof total !== 'number') throw service.unknownForm();
    if (field(result, 'incomplete_results') === true) throw new CommandError('offline', texts.incomplete);
    if (total > mostResults && to - from > shortestMs) {
      const middle = Math.floor((from + to) / 2);
      yield* results(service, search, middle, to);
      yield* results(service, search, from, middle);
      return;
    }
    yield* items as unknown[];
    seen += items.length;
    if (items.length === 0 || seen >= Math.min(total, mostResults)) return;
  }
}

function foundOf({ host }: Service, kind: Kind, item: unknown): Found | undefined {
  const id = textField(item, 'id');
  const title = textField(item, 'title');
  const repository = /\/repos\/([^/]+\/[^/]+)$/.exec(textField(item, 'repository_url'))?.[1];
  const merged = kind === 'pr' ? textField(item, 'pull_request', 'merged_at') : '';
  const at = Date.parse(merged || textField(item, 'closed_at'));
  if (id === '' || title === '' || repository === undefined || Number.isNaN(at)) return undefined;
  const name = `${repository}#${textField(item, 'number')}`;
  return {
    sourceId: `${host}/${kind}/${id}`,
    ...{ at, group: repository, url: textField(item, 'html_url') },
    ...{
      pr: { text: title, reason: texts.pullMerged(name) },
      review: { text: texts.reviewed(title), reason: texts.pullReviewed(name) },
      issue: { text: texts.closed(title), reason: texts.issueClosed(name) },
    }[kind],
  };
}
