// What the server says about this instance, in a meta tag of the page; defaults stand in for the development server.
type Instance = {
  instanceName: string;
  mode: 'try' | 'serious';
  /** False when the request carried no session at all, so that nobody needs to ask. */
  session?: boolean;
};

function read(): Instance {
  const defaults: Instance = { instanceName: 'Logbook', mode: 'try' };
  const content = document.querySelector('meta[name="logbook-config"]')?.getAttribute('content');
  try {
    return { ...defaults, ...(JSON.parse(content ?? '{}') as Partial<Instance>) };
  } catch {
    return defaults;
  }
}

export const instance = read();
