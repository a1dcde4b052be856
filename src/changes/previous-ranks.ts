import { type OutputPath, outputPath, type Previous, trustedBytes } from '../represent/index.ts';
import { ANSWERS, isTable, type Resource, type Row, type Table } from '../resources/index.ts';
import { readBody } from './release.ts';

/**
 * Adds to each ranking the rank that operators had before its order last changed. A build that leaves the
 * order as it was repeats what the last publication says, so that the answer stays the same.
 *
 * @param read Reads a file of the previous publication.
 */
export function withPreviousRanks(
  resources: readonly Resource[],
  previous: Previous,
  read: (path: OutputPath) => Uint8Array | null,
): readonly Resource[] {
  return resources.map((resource) => {
    if (!isRanking(resource)) return resource;
    const path = rankingFile(resource);
    const bytes = previous.files.has(path) ? trustedBytes(previous, path, read(path)) : null;
    const before = (bytes && readBody(bytes))?.data ?? [];
    return before.length === 0
      ? resource
      : { ...resource, rows: () => follow(resource.rows(), before) };
  });
}

/** The files of the previous publication that contain rankings. */
export function previousRankings(
  resources: readonly Resource[],
  { files }: Previous,
): readonly OutputPath[] {
  return resources
    .filter(isRanking)
    .map(rankingFile)
    .filter((path) => files.has(path));
}

function isRanking(resource: Resource): resource is Table {
  return isTable(resource) && resource.answer === ANSWERS.ranking.kind;
}

function rankingFile({ paths: [path] }: Table): OutputPath {
  return outputPath(path, 'json');
}

function follow(rows: readonly Row[], before: readonly Row[]): readonly Row[] {
  const isSame = orderOf(rows) === orderOf(before);
  const known = new Map(
    before.map((row) => [row['id'], isSame ? row['previous_rank'] : row['rank']]),
  );
  return rows.map((row) => {
    const rank = known.get(row['id']);
    return { ...row, previous_rank: Number.isInteger(rank) ? rank : null };
  });
}

function orderOf(rows: readonly Row[]): string {
  return JSON.stringify(rows.map(({ id, rank }) => [id, rank]));
}
