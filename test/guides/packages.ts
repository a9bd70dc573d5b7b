/** The packages of the how-tos. The runner installs them, so that two test files do not do it at the same time. */
import { install, NPM } from '../apps/install.ts'

export const GUIDES = {
  folder: 'test/guides',
  /** @returns the folder that has them in its `node_modules` */
  install: (): string => install({ folder: 'guides', ...NPM }, 'test/guides/packages'),
}
