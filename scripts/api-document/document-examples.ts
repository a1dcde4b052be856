import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetMetadata } from 'hyparquet';
import { counted, type Example } from '../../src/pages/languages.ts';
import { BASE, type Publication } from './publication.ts';

/** Documents that hold a table without being one, in the languages that can read it. */
export function examplesOfDocument(path: string, publication: Publication): readonly Example[] {
  switch (path) {
    case '/manifest.json':
      return manifest(publication);
    case '/snapshots/{file}':
      return parquet(publication);
    case '/changes.atom':
      return [
        {
          title: 'Google Sheets',
          language: 'text',
          code: `=IMPORTFEED("${BASE}/changes.atom", "items", TRUE)`,
        },
      ];
    default:
      return [];
  }
}

/** The files of the manifest, one row each. */
function manifest({ root }: Publication): readonly Example[] {
  const url = `${BASE}/manifest.json`;
  const { resources } = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')) as {
    readonly resources: readonly { readonly files: readonly object[] }[];
  };
  const files = resources.flatMap(({ files }) => files);
  const columns = Object.keys(files[0] ?? {}).length;
  return [
    {
      title: 'JavaScript, fetch',
      language: 'js',
      code: `const { resources } = await (await fetch('${url}')).json();
console.log(resources.flatMap(({ files }) => files)); // ${counted(files.length, 'record')}`,
    },
    {
      title: 'Python, pandas',
      language: 'python',
      code: `import json
from urllib.request import urlopen
import pandas as pd

with urlopen("${url}") as response:
    manifest = json.load(response)
files = pd.json_normalize(manifest["resources"], "files", ["kind"])
files.shape  # (${files.length}, ${columns + 1})`,
    },
    {
      title: 'R',
      language: 'r',
      code: `manifest <- jsonlite::fromJSON("${url}")
files <- do.call(rbind, manifest$resources$files)
dim(files) # ${files.length} ${columns}`,
    },
    {
      title: 'DuckDB SQL',
      language: 'sql',
      code: `SELECT file.* FROM (
  SELECT unnest(resource.files) AS file
  FROM (SELECT unnest(resources) AS resource FROM read_json('${url}', columns = {
    'resources': 'STRUCT(files STRUCT(path VARCHAR, media_type VARCHAR, bytes BIGINT, sha256 VARCHAR, generated_at TIMESTAMP)[])[]'
  }))
);
-- ${counted(files.length, 'row')}`,
    },
    {
      title: `Excel, Power Query (${files.length} rows, ${columns} columns)`,
      language: 'text',
      code: `= Table.FromRecords(List.Combine(List.Transform(Json.Document(Web.Contents("${url}"))[resources], each [files])))`,
    },
  ];
}

/** A table of the release with typed columns, of which every program reads what it needs. */
function parquet({ root }: Publication): readonly Example[] {
  const url = `${BASE}/snapshots/claims.parquet`;
  const bytes = readFileSync(join(root, 'snapshots/claims.parquet'));
  const { num_rows, schema } = parquetMetadata(new Uint8Array(bytes).buffer);
  const [rows, columns] = [Number(num_rows), schema[0]?.num_children ?? 0];
  return [
    {
      title: 'JavaScript, hyparquet',
      language: 'js',
      code: `import { asyncBufferFromUrl, parquetReadObjects } from 'hyparquet';

const file = await asyncBufferFromUrl({ url: '${url}' });
console.log(await parquetReadObjects({ file })); // ${counted(rows, 'record')}`,
    },
    {
      title: 'Python, pandas',
      language: 'python',
      code: `import pandas as pd

claims = pd.read_parquet("${url}")
claims.shape  # (${rows}, ${columns})`,
    },
    {
      title: 'R',
      language: 'r',
      code: `download.file("${url}", "claims.parquet", mode = "wb")
claims <- nanoparquet::read_parquet("claims.parquet")
dim(claims) # ${rows} ${columns}`,
    },
    {
      title: 'DuckDB SQL',
      language: 'sql',
      code: `SELECT * FROM '${url}';
-- ${counted(rows, 'row')}`,
    },
    {
      title: 'Google Sheets and Excel, which read CSV',
      language: 'text',
      code: `=IMPORTDATA("${BASE}/claims.csv")`,
    },
  ];
}
