/** What a command knows of the process it runs in. */
export interface World {
  /** Data, for whoever comes next in the pipe. */
  readonly out: (text: string) => void;
  /** Talk, for whoever sits in front of it. */
  readonly err: (text: string) => void;
  /** Whether talk is read as it happens, on a terminal. */
  readonly isInteractive: boolean;
  /** Whether data may be coloured. */
  readonly isColourful: boolean;
  readonly sourceDateEpoch: string | undefined;
  /** Settles when the user asks to stop. */
  readonly untilInterrupted: () => Promise<void>;
}

/** 0: clean. 1: the data is wrong. 2: the call or the environment is. */
export type ExitCode = 0 | 1 | 2;
