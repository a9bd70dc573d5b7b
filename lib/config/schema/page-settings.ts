/** Settings for the theme, languages, panel, and portal. */
import { described, flag, like, matching, picture, seconds, text } from './kinds.ts'
import { GROUP, type Settings } from './setting-schema.ts'

const color = (description: string, absent: string, example: string) =>
  ({
    ...described(like('^#[0-9A-Fa-f]{6}$'), description, example),
    absent,
    expected: 'a color such as "#1f5fd1"',
  }) as const

const app = (what: string, path: string) =>
  ({
    ...GROUP,
    description: `The ${what}.`,
    examples: [{ enabled: false }],
    properties: {
      enabled: { type: 'boolean', default: true, description: `Whether the ${what} is available.`, examples: [false] },
      path: {
        ...described(matching('^(?:/[A-Za-z0-9._~-]+)+$', 200), `Path of the ${what} below baseUrl.`, path),
        absent: path,
        expected: 'a path that begins with / and does not end with /',
      },
    },
  }) as const

export const PAGE_SETTINGS = {
  theme: {
    ...GROUP,
    description: 'Appearance of all pages.',
    examples: [{ productName: 'Example ID', accent: '#1f5fd1' }],
    properties: {
      productName: {
        ...described(matching('\\S', 100), 'Name in titles and headings.', 'Example ID'),
        default: 'Portico',
        expected: 'a text of 1 to 100 characters',
      },
      logo: picture('Square logo next to the product name', 'the name alone', '/logo.svg'),
      favicon: picture('Browser tab icon', 'the built-in one', '/favicon.svg'),
      accent: color(
        'Color of buttons and links on light pages. Must have a contrast of at least 4.5:1 with white.',
        'the built-in blue',
        '#1f5fd1',
      ),
      accentDark: color(
        'Color of buttons and links on dark pages. Must have a contrast of at least 4.5:1 with #171a21.',
        'accent, made lighter until it is readable',
        '#8ab4ff',
      ),
      radius: {
        ...described(like('^(?:0|[0-9]{1,3}(?:\\.[0-9]{1,3})?(?:px|rem|em))$'), 'Roundness of corners.', '0.5rem'),
        absent: '.5rem',
        expected: 'a length such as "8px" or "0.5rem"',
      },
      font: {
        ...matching('^(?:[A-Za-z0-9 ,_-]|"[A-Za-z0-9 _-]+"|\'[A-Za-z0-9 _-]+\')+$', 200),
        description: 'Font family list.',
        absent: 'the font of the device',
        examples: ['Inter, system-ui, sans-serif'],
        expected: 'a list of font families, as in CSS',
      },
      css: {
        type: 'string',
        maxLength: 100_000,
        description:
          'Custom CSS. It comes after the built-in style sheet and outside any layer, so it takes precedence.',
        absent: 'none',
        examples: ['.sso-card { box-shadow: none }'],
      },
    },
  },
  ui: {
    ...GROUP,
    description: 'Languages and help.',
    examples: [{ defaultLocale: 'ar' }],
    properties: {
      locales: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        uniqueItems: true,
        items: {
          ...like('^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$'),
          expected: 'a language tag such as "en"',
        },
        default: ['en', 'ar', 'de', 'es', 'fr', 'pt-BR'],
        description: 'Languages of the pages, in this order. The default includes those in ui.texts.',
        examples: [['en']],
        expected: 'a list of language tags',
      },
      defaultLocale: {
        ...described(like('^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$'), 'Fallback language, one of ui.locales.', 'en'),
        default: 'en',
        expected: 'a language tag such as "en"',
      },
      texts: {
        ...text(1024),
        description:
          'Folder with one LOCALE.json per language. Each file adds a language or replaces texts in a built-in one.',
        absent: 'the built-in texts',
        examples: ['/etc/portico/texts'],
        expected: 'the path of a folder',
        env: 'PORTICO_TEXTS',
      },
      helpContact: {
        ...matching('\\S', 200),
        description: 'Contact for users who cannot sign in: an email address, a telephone number, or a text.',
        absent: 'pages say "an administrator"',
        examples: ['help@example.com', '+49 30 1234567', 'the help desk in room 12'],
        expected: 'a text of 1 to 200 characters',
      },
      helpUrl: {
        ...matching('^(?:https://|mailto:|/(?!/))\\S+$', 2048),
        description: 'URL of the help link.',
        absent: 'no help link',
        examples: ['https://example.com/help', 'mailto:help@example.com'],
        expected: 'an https or mailto: URL, or a path on this host',
      },
    },
  },
  admin: app('administration panel', '/admin'),
  portal: app('user portal', '/portal'),
  host: {
    ...GROUP,
    description: 'The application that mounts Portico.',
    examples: [{ timeoutSeconds: 10 }],
    properties: {
      enabled: flag(true, 'Whether the application can read the signed-in user (`sso.session`, `sso.guard`).'),
      timeoutSeconds: {
        ...seconds(1, 30, 4),
        description:
          "Time limit for the host's functions (directory, `canSignIn`, `claims`). A longer call fails, and the response is 503.",
        examples: [10],
      },
    },
  },
} as const satisfies Settings
