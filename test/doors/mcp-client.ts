import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { CLI } from './run-cli.ts';
import { cleanUpLater } from './shared.ts';

/** An answer as a client of the protocol gets it. */
export interface ToolAnswer {
  readonly isError: boolean;
  readonly text: string;
  readonly content: Readonly<Record<string, unknown>>;
  /** The size of all of it as JSON, in UTF-8. */
  readonly bytes: number;
}

export interface McpClient {
  readonly client: Client;
  readonly ask: (tool: string, given?: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>;
}

interface McpOptions {
  /** How the client starts: as those of 2025, or asking for the newest revision. */
  readonly mode?: 'legacy' | 'auto';
  readonly cwd?: string;
  /** Another copy of the program. */
  readonly cli?: string;
}

/** The official client, connected to the compiled command over real pipes. */
export async function connectMcp(
  place: string,
  { mode = 'legacy', cwd, cli = CLI }: McpOptions = {},
): Promise<McpClient> {
  const client = new Client({ name: 'test', version: '0.0.0' }, { versionNegotiation: { mode } });
  cleanUpLater(() => client.close());
  const args = [cli, 'mcp', ...(place === '' ? [] : [place])];
  const command = process.execPath;
  await client.connect(
    new StdioClientTransport({
      command,
      args,
      stderr: 'ignore',
      ...(cwd !== undefined && { cwd }),
    }),
  );
  return {
    client,
    async ask(name, given = {}) {
      const answer = await client.callTool({ name, arguments: given });
      const [first] = answer.content;
      return {
        isError: answer.isError === true,
        text: first?.type === 'text' ? first.text : '',
        content: (answer.structuredContent ?? {}) as ToolAnswer['content'],
        bytes: Buffer.byteLength(JSON.stringify(answer)),
      };
    },
  };
}
