import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import MarkdownIt from 'markdown-it';
import { beforeAll, describe, expect, it } from 'vitest';
import { HOST_NAMES } from '../../src/hosts/index.ts';
import { sharedFolder } from '../doors/folders.ts';
import { repository } from '../doors/repository.ts';
import { runCommand } from '../doors/run-command.ts';
import { readWorkflow, runWorkflow } from '../doors/run-workflow.ts';
import { exceptedChecks } from '../doors/verify-host.ts';

const FOLDER = '.github/workflows';

/** A new project for each host. */
const projects = new Map<string, string>();

beforeAll(async () => {
  for (const host of HOST_NAMES) {
    const project = sharedFolder();
    const { code, err } = await runCommand(['init', '--host', host, '--yes'], project);
    expect(code, err).toBe(0);
    projects.set(host, project);
  }
}, 60_000);

function projectFor(host: string): string {
  return projects.get(host) ?? expect.fail(host);
}

const workflowOf = (host: string, name: string) => join(projectFor(host), FOLDER, `${name}.yml`);

describe('the workflows of a project', () => {
  it('deploy where the host does not build the repository itself', () => {
    const deployed = HOST_NAMES.filter((host) => existsSync(workflowOf(host, 'deploy')));
    expect(deployed).toEqual(['cloudflare', 'nginx', 'caddy', 'apache', 'serve']);
  });

  it('may do no more than they need', () => {
    const permissions = Object.fromEntries(
      readdirSync(join(projectFor('nginx'), FOLDER)).map((name) => [
        name,
        readWorkflow(join(projectFor('nginx'), FOLDER, name)).permissions,
      ]),
    );
    expect(permissions).toEqual({
      'comment.yml': { actions: 'read', 'pull-requests': 'write' },
      'deploy.yml': { contents: 'read' },
      'review.yml': { contents: 'read', issues: 'write' },
      'validate.yml': { contents: 'read' },
    });
    expect(readWorkflow(workflowOf('nginx', 'validate')).on).toEqual({ pull_request: null });
  });

  it.each(HOST_NAMES)(
    'put no text of GitHub into a script, and no secret where there is none: %s',
    (host) => {
      for (const name of readdirSync(join(projectFor(host), FOLDER))) {
        const path = join(projectFor(host), FOLDER, name);
        const { jobs } = readWorkflow(path);
        for (const { steps } of Object.values(jobs)) {
          for (const { run = '' } of steps) expect(run).not.toContain('${{');
        }
        const text = readFileSync(path, 'utf8');
        if (name !== 'deploy.yml') expect(text).not.toMatch(/secrets\.|pull_request_target/);
      }
    },
  );
});

/** Notes the arguments of a program in a file. */
const note = (file: string) => `printf '%s\\n' "$*" >> "$RUNNER_TEMP/${file}"`;

describe('the workflow that deploys', () => {
  const PROGRAMS = { npx: note('npx'), rsync: note('rsync') };
  const EXPRESSIONS = {
    'secrets.CLOUDFLARE_API_TOKEN': 'token',
    'vars.CLOUDFLARE_ACCOUNT_ID': 'account',
    'secrets.DEPLOY_SSH_KEY': 'key',
    'vars.DEPLOY_KNOWN_HOSTS': 'server.example ssh-ed25519 AAAA',
    'vars.DEPLOY_TARGET': 'deploy@server.example:/var/www/operator-api',
  };

  async function deploy(host: string, first: string) {
    const cwd = projectFor(host);
    expect(await runCommand(['build'], cwd)).toMatchObject({ code: 0 });
    const expressions = { ...EXPRESSIONS, 'inputs.first': first };
    return runWorkflow(workflowOf(host, 'deploy'), cwd, { expressions, programs: PROGRAMS });
  }

  const ITSELF = ['cloudflare', 'nginx', 'caddy', 'apache', 'serve'] as const;

  it.each(ITSELF)('continues what is live, and verifies the result: %s', async (host) => {
    const { failed, said, read } = await deploy(host, '');
    expect(failed, said).toBe(null);
    const calls = read('npx').trim().split('\n');
    expect(calls[0]).toBe(
      `operator-api build --host ${host} --snapshots --previous https://compare.example/api/v1 --require-previous`,
    );
    const verify = calls.at(-1) ?? '';
    expect(verify).toMatch(/^operator-api verify https:\/\/compare\.example\/api\/v1 --out dist/);
    const excepted = [...verify.matchAll(/--except (\S+)/g)].map(([, check]) => check);
    expect(excepted.sort()).toEqual(exceptedChecks(host));
    if (host === 'cloudflare') expect(calls[1]).toMatch(/^--yes wrangler@\d+ deploy$/);
    else
      expect(read('rsync')).toMatch(/ dist\/ deploy@server\.example:\/var\/www\/operator-api\/\n$/);
  });

  it.each(['cloudflare', 'nginx'])('compares with nothing the first time: %s', async (host) => {
    const { failed, said, read } = await deploy(host, 'true');
    expect(failed, said).toBe(null);
    expect(read('npx').split('\n')[0]).toBe(`operator-api build --host ${host} --snapshots`);
  });
});

describe('the weekly review', () => {
  const review = (issue: string) => {
    const npx = `${note('npx')}; echo '# 3 claims are old'`;
    const gh = `${note('gh')}; if [ "$2" = list ]; then echo '${issue}'; fi`;
    return runWorkflow(workflowOf('nginx', 'review'), projectFor('nginx'), {
      expressions: { 'github.token': 'token', 'github.repository': 'desk/data' },
      programs: { npx, gh },
    });
  };

  it('opens an issue if there is none', () => {
    const { failed, said, read, temp } = review('');
    expect(failed, said).toBe(null);
    expect(read('npx')).toBe(
      'operator-api review --older-than 90d --check-links --format markdown\n',
    );
    const [, call] = read('gh').split('\n');
    expect(call).toBe(`issue create --title Review of the data --body-file ${temp}/review.md`);
    expect(read('review.md')).toBe('# 3 claims are old\n');
  });

  it('updates the issue that is open', () => {
    const { failed, said, read, temp } = review('41');
    expect(failed, said).toBe(null);
    expect(read('gh').split('\n')[1]).toBe(`issue edit 41 --body-file ${temp}/review.md`);
  });
});

describe('the workflow that comments', () => {
  const EXPRESSIONS = {
    'github.token': 'token',
    'github.event.workflow_run.id': '17',
    'github.event.workflow_run.head_repository.owner.login': 'stranger',
    'github.event.workflow_run.head_branch': 'change',
    'github.event.workflow_run.head_sha': 'a1b2c3',
  };

  /**
   * @param artifact How the artifact is made in "$folder"; it fails where there is none.
   * @param numbers The pull request, and the comment that is there already.
   */
  function comment(artifact: string, { pull = '7', last = '' } = {}) {
    const gh = `${note('gh')}
      case "$*" in
        *'/pulls -f '*) echo '${pull}' ;;
        'run download'*) folder="$RUNNER_TEMP/artifact"; mkdir "$folder"; ${artifact} ;;
        *'--paginate'*) echo '${last}' ;;
        *) cp "$RUNNER_TEMP/comment.md" "$RUNNER_TEMP/sent.md" ;;
      esac`;
    const result = runWorkflow(workflowOf('nginx', 'comment'), projectFor('nginx'), {
      env: { GITHUB_REPOSITORY: 'desk/data' },
      expressions: EXPRESSIONS,
      programs: { gh },
    });
    return { ...result, calls: result.read('gh').trim().split('\n') };
  }

  const artifact = (text: string) =>
    `echo '${Buffer.from(text).toString('base64')}' | base64 -d > "$folder/changes.txt"`;

  it('shows the changes, and asks for the pull request by its branch', () => {
    const { failed, said, calls, read } = comment(artifact('1 change\n'));
    expect(failed, said).toBe(null);
    expect(calls[0]).toMatch(/-f head=stranger:change --jq .*env\.HEAD_SHA/);
    expect(calls.at(-1)).toMatch(/--method POST repos\/desk\/data\/issues\/7\/comments -F body=@/);
    expect(read('sent.md')).toMatch(/^<!-- operator-api changes -->\n\n.*\n\n {4}1 change\n$/);
  });

  it('replaces its last comment', () => {
    const { failed, said, calls } = comment(artifact('1 change\n'), { last: '99' });
    expect(failed, said).toBe(null);
    expect(calls.at(-1)).toMatch(
      /--method PATCH repos\/desk\/data\/issues\/comments\/99 -F body=@/,
    );
  });

  it('shows hostile text as text', () => {
    const hostile = [
      '# Heading\r# After a carriage return\u0000\u000b\u000c# After others',
      '',
      '```\n@everyone [link](https://x.example) <img src="https://x.example/y.png">',
      '\u2028- entry\u0085- entry',
      '</code></pre><h1>markup</h1>',
      '$(touch injected) `touch injected`',
    ].join('\n');
    const { failed, said, read } = comment(artifact(hostile));
    expect(failed, said).toBe(null);
    const html = new MarkdownIt({ html: true, linkify: true }).render(read('sent.md'));
    const shape = html.replace(/(?<=<pre><code>)[^<]*(?=<\/code><\/pre>)/, '…').trim();
    expect(shape).toBe(
      '<!-- operator-api changes -->\n<h3>What this pull request changes in the API</h3>\n<pre><code>…</code></pre>',
    );
    expect(existsSync(join(projectFor('nginx'), 'injected'))).toBe(false);
  });

  it('cuts a long text, so that it fits into a comment', () => {
    const { failed, said, read } = comment(artifact('\n'.repeat(5000) + 'x'.repeat(100_000)));
    expect(failed, said).toBe(null);
    expect(read('sent.md').length).toBeLessThan(65_536);
  });

  it('reads nothing that a link in the artifact leads to', () => {
    const { failed, calls } = comment('ln -s /proc/self/environ "$folder/changes.txt"');
    expect(failed).toBe('Write the comment');
    expect(calls.join()).not.toMatch(/POST|PATCH/);
  });

  it.each<[string, string, { pull?: string }]>([
    ['there is no artifact', 'exit 1', {}],
    ['the pull request is closed, or has other commits now', artifact('1 change\n'), { pull: '' }],
  ])('says nothing if %s', (_, made, numbers) => {
    const { failed, said, calls } = comment(made, numbers);
    expect(failed, said).toBe(null);
    expect(calls.join()).not.toMatch(/POST|PATCH/);
  });
});

describe('the workflows of this repository', () => {
  it.each(['validate', 'comment'])('are those of a project for Netlify: %s', (name) => {
    const text = readFileSync(workflowOf('netlify', name), 'utf8');
    const here = readFileSync(join(repository, FOLDER, `${name}.yml`), 'utf8');
    expect(here).toBe(text.replaceAll('npx operator-api', 'npm run --silent operator-api --'));
  });
});
