import type { HostName } from '../hosts/index.ts';
import { API_PATH } from '../model/index.ts';

/** What a new project is made for. */
export interface Choices {
  /** The name of the service. */
  readonly name: string;
  /** The URL of the API, without a trailing slash. */
  readonly baseUrl: string;
  readonly host: HostName;
  /** What package.json says about this package: a version, or a file as `file:vendor/….tgz`. */
  readonly dependency: string;
}

/** The text of each file of the folder `templates`, by its path below it. */
export type Templates = ReadonlyMap<string, string>;

/** What differs between hosts, besides their configuration. */
interface Deployment {
  /** The folder of templates with the workflow that deploys; null for hosts that build the repository. */
  readonly workflows: string | null;
  /** The section of the README about the first deployment. */
  readonly section: string;
  /** The checks that `verify` is known to fail on this host: docs/deploy.md lists the same. */
  readonly except: readonly string[];
}

const DEPLOYMENTS: Readonly<Record<HostName, Deployment>> = {
  netlify: { workflows: null, section: 'netlify', except: [] },
  vercel: { workflows: null, section: 'vercel', except: [] },
  cloudflare: { workflows: 'cloudflare', section: 'cloudflare', except: [] },
  nginx: { workflows: 'server', section: 'server', except: [] },
  caddy: { workflows: 'server', section: 'server', except: ['errors/malformed-path'] },
  apache: { workflows: 'server', section: 'server', except: ['errors/malformed-path'] },
  serve: {
    workflows: 'server',
    section: 'server',
    except: [
      'caching/etag-per-form',
      'caching/not-modified-headers',
      'cors/not-modified-readable',
      'cors/preflight',
      'errors/head',
      'errors/malformed-path',
      'errors/method-not-allowed',
      'errors/removed-category',
      'errors/trailing-slash',
      'errors/unknown-category',
      'errors/unknown-claim',
      'errors/unknown-metric',
      'errors/unknown-operator',
      'errors/unknown-path',
      'negotiation/content-location',
      'negotiation/csv-by-accept',
      'negotiation/precedence',
      'negotiation/quality',
      'negotiation/vary',
      'pages/removed-ranking',
      'pages/unknown-page',
      'pages/unknown-path',
      'representations/links',
    ],
  },
};

/** The files of a new project by their path, without the configuration of its host. */
export function projectFiles(
  templates: Templates,
  { name, baseUrl, host, dependency }: Choices,
): ReadonlyMap<string, string> {
  const { workflows, section, except } = DEPLOYMENTS[host];
  const texts: Readonly<Record<string, string>> = {
    // A text in double quotes means the same in YAML as in JSON.
    name: JSON.stringify(name),
    title: name,
    base_url: baseUrl,
    site_url: baseUrl.slice(0, -API_PATH.length),
    host,
    dependency,
    except: except.map((check) => ` --except ${check}`).join(''),
  };
  const publish = fill(templates.get(`publish/${section}.md`) ?? '', texts).trim();
  return new Map(
    [...templates].flatMap(([path, text]) => {
      const [folder = '', ...below] = path.split('/');
      if (folder !== 'project' && folder !== workflows) return [];
      return [[nameInProject(below.join('/')), fill(text, { ...texts, publish })]];
    }),
  );
}

/** npm leaves every .gitignore out of packages. */
function nameInProject(path: string): string {
  return path === 'gitignore' ? '.gitignore' : path;
}

/** Replaces `__host__` and the like. */
function fill(text: string, texts: Readonly<Record<string, string>>): string {
  return text.replace(/__([a-z_]+?)__/g, (whole, key: string) => texts[key] ?? whole);
}
