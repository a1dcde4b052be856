/** The console: Swagger UI over the OpenAPI description of this origin. */

/** What is used of Swagger UI (https://swagger.io/docs/open-source-tools/swagger-ui/usage/configuration/). */
type SwaggerUi = (options: {
  readonly spec: object;
  readonly domNode: HTMLElement;
  readonly plugins: readonly Plugin[];
  readonly responseInterceptor: <R extends { readonly status: number }>(response: R) => R;
  readonly [option: string]: unknown;
}) => void;

/** What Swagger UI gives a plugin: React, by which components are written. */
interface System {
  readonly React: { createElement(type: unknown, ...parts: readonly unknown[]): object };
}

/** Components by name. A wrapped one is drawn in place of the original. */
type Plugin = (system: System) => {
  readonly components: {
    readonly ConsoleLayout: (props: {
      readonly getComponent: (name: string, isConnected: boolean) => unknown;
    }) => object;
  };
  readonly wrapComponents: {
    readonly DeepLink: () => (props: { readonly text?: unknown }) => object;
  };
};

const PLUGIN: Plugin = ({ React: { createElement } }) => ({
  components: {
    // Only the operations: the page has a title and a main element, and there is one server.
    ConsoleLayout: ({ getComponent }) =>
      createElement(
        'div',
        { className: 'swagger-ui' },
        createElement(getComponent('operations', true)),
      ),
  },
  wrapComponents: {
    // A link in a button cannot be reached by assistive technology.
    DeepLink:
      () =>
      ({ text }) =>
        createElement('span', null, text),
  },
});

const root = document.getElementById('console');
const status = document.getElementById('console-status');
if (root !== null) {
  followTheme();
  start(root).then(
    () => {
      say('');
      // From now on it is only for screen readers.
      status?.classList.add('visually-hidden');
    },
    () => say('The console could not be loaded. Reload the page to try again.'),
  );
}

async function start(root: HTMLElement): Promise<void> {
  const { base = '', description = '', program = '', styles = '' } = root.dataset;
  say('Loading the console…');
  const [spec] = await Promise.all([
    readDescription(description, base),
    load(Object.assign(document.createElement('link'), { rel: 'stylesheet', href: styles })),
    load(Object.assign(document.createElement('script'), { src: program })),
  ]);
  const { SwaggerUIBundle } = globalThis as unknown as { readonly SwaggerUIBundle: SwaggerUi };
  new MutationObserver(() => makeFocusable(root)).observe(root, { childList: true, subtree: true });
  SwaggerUIBundle({
    spec,
    domNode: root,
    plugins: [PLUGIN],
    layout: 'ConsoleLayout',
    responseInterceptor: (response) => {
      say(`Response: ${response.status}`);
      return response;
    },
    // Nothing is asked of other origins.
    validatorUrl: null,
    supportedSubmitMethods: ['get'],
    tryItOutEnabled: true,
    displayRequestDuration: true,
    docExpansion: 'list',
    deepLinking: true,
    // The colours of its themes are too faint.
    syntaxHighlight: false,
    // Schemas are in the documents that the description links to; all of them take seconds to draw.
    defaultModelsExpandDepth: -1,
  });
}

/** The description, with the API of this origin as its server: a copy of the site asks the copy. */
async function readDescription(address: string, base: string): Promise<object> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${response.status}`);
  const servers = [{ url: new URL(base, location.href).href }];
  return { ...(await response.json()), servers };
}

function load(element: HTMLElement): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener('load', () => resolve());
    element.addEventListener('error', () => reject(new Error('Not loaded')));
    document.head.append(element);
  });
}

/** Swagger UI has a dark theme, which a class of the root element turns on. */
function followTheme(): void {
  const dark = matchMedia('(prefers-color-scheme: dark)');
  const apply = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
  dark.addEventListener('change', apply);
  apply();
}

/** Lets keys scroll code. */
function makeFocusable(root: HTMLElement): void {
  for (const code of root.querySelectorAll<HTMLElement>('pre, .microlight')) code.tabIndex = 0;
}

function say(text: string): void {
  if (status !== null) status.textContent = text;
}
