import { join } from 'node:path';
import { styleFor } from '../diagnostics/index.ts';
import { readIfThere, writeFile } from '../emit/index.ts';
import { readDataFolder } from '../intake/index.ts';
import {
  checkLinks,
  isToBeAsked,
  type LinkCheckOptions,
  type LinkMemory,
  parseLinkMemory,
  remember,
  renderLinkMemory,
} from '../links/index.ts';
import type { Dataset } from '../model/index.ts';
import { check } from '../pipeline.ts';
import {
  addressesOf,
  isAnythingDue,
  renderReviewMarkdown,
  renderReviewText,
  review,
} from '../review/index.ts';
import { cacheFolder } from './build.ts';
import { showProgress } from './progress.ts';
import { warnOfProxies } from './proxies.ts';
import { renderReport } from './report-format.ts';
import { count, groupThousands } from './sentences.ts';
import { buildClock, type ExitCode, type World } from './world.ts';

export interface ReviewCommandOptions {
  readonly data: string;
  /** In days. */
  readonly olderThan: number;
  readonly format: 'text' | 'markdown' | 'json';
  readonly checkLinks: boolean;
  /** The file that remembers links. */
  readonly links?: string;
  /** In days. */
  readonly recheck: number;
  /** In seconds. */
  readonly pause: number;
  /** In seconds. */
  readonly timeout: number;
  readonly exitCode: boolean;
}

/**
 * Reports what a maintainer has to look at.
 *
 * @param ask Sends the requests of --check-links.
 */
export async function runReview(
  options: ReviewCommandOptions,
  version: string,
  world: World,
  ask?: LinkCheckOptions['ask'],
): Promise<ExitCode> {
  const { data, format } = options;
  const clock = buildClock(world);
  const { value, diagnostics } = check(data, readDataFolder(data), clock);
  if (value === null) {
    world.out(renderReport(diagnostics, { format: format === 'json' ? 'json' : 'text' }, world));
    world.err(`Found ${count(diagnostics.length, 'problem')} in ${data}.\n`);
    return 1;
  }
  const file = options.links ?? join(cacheFolder({ data }) ?? '', 'links.json');
  const remembered = readMemory(file, world);
  const memory = options.checkLinks
    ? await askForLinks(
        value.dataset,
        remembered,
        { ...options, file, now: clock.now, version, ask },
        world,
      )
    : remembered;
  const { now } = clock;
  const found = review(value.dataset, { olderThanDays: options.olderThan, now, memory, data });
  const renderers = {
    text: () => renderReviewText(found, styleFor(world)),
    markdown: () => renderReviewMarkdown(found),
    json: () => `${JSON.stringify(found, null, 2)}\n`,
  };
  world.out(renderers[format]());
  return options.exitCode && isAnythingDue(found) ? 1 : 0;
}

function readMemory(file: string, { err }: World): LinkMemory {
  const text = readIfThere(file)?.toString() ?? null;
  const memory = text === null ? new Map() : parseLinkMemory(text);
  if (memory === null) {
    err(`${file} is damaged or of another version: every link counts as never checked.\n`);
  }
  return memory ?? new Map();
}

interface Inquiry extends Pick<ReviewCommandOptions, 'recheck' | 'pause' | 'timeout'> {
  readonly file: string;
  readonly now: number;
  readonly version: string;
  readonly ask: LinkCheckOptions['ask'] | undefined;
}

/** Asks for the links that are to be asked, and writes what was learned, also when interrupted. */
async function askForLinks(
  dataset: Dataset,
  remembered: LinkMemory,
  { file, now, version, ask, recheck, pause, timeout }: Inquiry,
  world: World,
): Promise<LinkMemory> {
  const memory = new Map(remembered);
  const addresses = [...addressesOf(dataset).keys()].filter((address) =>
    isToBeAsked(memory.get(address), now, recheck),
  );
  warnOfProxies('review', addresses, world);
  const progress = showProgress('Checking', 'links', world);
  const stop = new AbortController();
  let checked = 0;
  const checking = checkLinks(addresses, {
    userAgent: `operator-api/${version} (+review)`,
    patience: 1000 * timeout,
    pause,
    now: () => now,
    signal: stop.signal,
    ...(ask !== undefined && { ask }),
    onOutcome(address, outcome) {
      memory.set(address, remember(memory.get(address), outcome, now));
      checked += 1;
      progress.update(checked, addresses.length);
    },
  });
  try {
    await Promise.race([checking, world.untilInterrupted().then(() => stop.abort())]);
    await checking;
  } finally {
    progress.clear();
    writeFile(file, renderLinkMemory(memory));
  }
  const left = addresses.length - checked;
  const rest =
    left === 0
      ? ''
      : `; ${groupThousands(left)} ${left === 1 ? 'is' : 'are'} left for the next run`;
  world.err(`Checked ${count(checked, 'link')}${rest}. Results are in ${file}.\n`);
  return memory;
}
