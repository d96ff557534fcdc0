// Merged merge requests, approvals and closed issues of the user on GitLab.
import { serviceTexts as texts } from '../../import-texts.ts';
import { CommandError } from '../command-error.ts';
import { dayMs } from '#platform/clock/durations.ts';
import type { Adapter, Found, Period, Reader } from './adapter.ts';
import { Service, ServiceRefusal, textField } from './service.ts';

const perPage = 100;
/** GitLab pages no further. */
const mostPages = 500;

export const gitlabAdapter: Adapter = {
  name: 'gitlab',
  source: 'gitlab',
  takesWords: false,
  async open() {
    const { GITLAB_TOKEN: token, GITLAB_HOST: host = 'gitlab.com' } = process.env;
    if (!token) throw new CommandError('signedOut', texts.noGitlabToken);
    const site = /^https?:\/\//i.test(host) ? host : `https://${host}`;
    const service = new Service({ name: 'GitLab', token, base: `${site.replace(/\/+$/, '')}/api/v4` });
    const user = await service.get('/user');
    const [id, login] = [textField(user, 'id'), textField(user, 'username')];
    if (!/^\d+$/.test(id) || login === '') throw service.unknownForm();
    return [
      {
        id: `${service.host}/${id}`,
        ...{ label: `GitLab (${login})`, words: [] },
        read: (period, reader) => read(service, id, period, reader),
      },
    ];
  },
};

async function* read(
  service: Service,
  user: string,
  { from, first, to }: Period,
  reader: Reader,
): AsyncGenerator<Found, void, void> {
  const since = { scope: 'all', updated_after: new Date(from).toISOString() };
  const changed = [
    { path: '/merge_requests', query: { ...since, author_id: user, state: 'merged' }, toFound: mergeRequest },
    { path: '/issues', query: { ...since, assignee_id: user, state: 'closed' }, toFound: issue },
  ];
  const approvals = {
    path: '/events',
    // Days, of which the first one is not included.
    query: { action: 'approved', after: new Date(from - dayMs).toISOString().slice(0, 10) },
    toFound: approvalReader(service),
  };
  for (const { path, query, toFound } of [...changed, approvals]) {
    for await (const item of rows(service, path, query)) {
      const found = await toFound(item, service.host);
      if (!found) reader.leaveOut('broken_item');
      // What was changed since the last run may have been done long before.
      else if (found.at >= first && found.at <= to) yield found;
    }
  }
}

async function* rows(
  service: Service,
  path: string,
  query: Record<string, string>,
): AsyncGenerator<unknown, void, void> {
  for (let page = 1; page <= mostPages; page++) {
    const list = await service.get(path, { ...query, per_page: String(perPage), page: String(page) });
    if (!Array.isArray(list)) throw service.unknownForm();
    yield* list as unknown[];
    if (list.length < perPage) return;
  }
}

type ToFound = (item: unknown, host: string) => Found | undefined | Promise<Found | undefined>;

/** Such as `acme/api!12`, whose part before the sign is the project. */
function referenceOf(item: unknown): { name: string; group: string } {
  const name = textField(item, 'references', 'full');
  return { name, group: name.replace(/[!#]\d+$/, '') };
}

const mergeRequest: ToFound = (item, host) => {
  const { name, group } = referenceOf(item);
  return complete({
    sourceId: `${host}/mr/${textField(item, 'id')}`,
    ...{ at: Date.parse(textField(item, 'merged_at')), text: textField(item, 'title'), group },
    ...{ reason: texts.mergeMerged(name), url: textField(item, 'web_url') },
  });
};

const issue: ToFound = (item, host) => {
  const { name, group } = referenceOf(item);
  return complete({
    sourceId: `${host}/issue/${textField(item, 'id')}`,
    ...{ at: Date.parse(textField(item, 'closed_at')), text: texts.closed(textField(item, 'title')), group },
    ...{ reason: texts.issueClosed(name), url: textField(item, 'web_url') },
  });
};

/** An event names its project by a number only. */
function approvalReader(service: Service): ToFound {
  const projects = new Map<string, unknown>();
  return async (item, host) => {
    const project = textField(item, 'project_id');
    const number = textField(item, 'target_iid');
    if (textField(item, 'target_type') !== 'MergeRequest' || !/^\d+$/.test(project)) return undefined;
    if (!projects.has(project)) projects.set(project, await projectOf(service, project));
    const known = projects.get(project);
    const group = textField(known, 'path_with_namespace') || texts.project(project);
    const page = textField(known, 'web_url');
    return complete({
      sourceId: `${host}/approval/${project}/${number}`,
      ...{ at: Date.parse(textField(item, 'created_at')), group },
      text: texts.reviewed(textField(item, 'target_title')),
      reason: texts.mergeApproved(`${group}!${number}`),
      url: page === '' ? undefined : `${page}/-/merge_requests/${number}`,
    });
  };
}

/** Undefined if the user has no access to it anymore. */
async function projectOf(service: Service, id: string): Promise<unknown> {
  try {
    return await service.get(`/projects/${id}`);
  } catch (error) {
    if (error instanceof ServiceRefusal && [403, 404].includes(error.status)) return undefined;
    throw error;
  }
}

const complete = (found: Found): Found | undefined =>
  Number.isNaN(found.at) || found.group === '' || found.sourceId.endsWith('/') ? undefined : found;
