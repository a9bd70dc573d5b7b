import type { Configuration } from './configuration.ts'

/** The pictures in the settings that are paths. The app or the proxy must serve them. */
export const picturePaths = ({ theme, login }: Pick<Configuration, 'theme' | 'login'>) =>
  [
    { setting: 'theme.logo', path: theme.logo },
    { setting: 'theme.favicon', path: theme.favicon },
    ...login.upstreams.map(({ id, icon }) => ({ setting: `icon of the connector ${id}`, path: icon })),
  ].flatMap(({ setting, path }) => (path?.startsWith('/') ? [{ setting, path }] : []))
