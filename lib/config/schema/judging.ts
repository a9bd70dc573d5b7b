/** How data is judged by schemas: at the build, which makes what judges the settings, and at run time alike. */
import type { Options } from 'ajv'
import { CONFIGURATION_SCHEMA } from './configuration-schema.ts'
import { DEPLOYMENT_SCHEMA } from './deployment-schema.ts'

/** The schemas that are judged at every start, by the name of what judges by them. */
export const JUDGED_AT_START = { configuration: CONFIGURATION_SCHEMA, deployment: DEPLOYMENT_SCHEMA } as const

export const AJV_OPTIONS = {
  strict: true,
  strictTypes: true,
  strictRequired: true,
  allowUnionTypes: true,
  allErrors: true,
  verbose: true,
  useDefaults: true,
  ownProperties: true,
} as const satisfies Options

/** Words of our own, which say nothing about what is valid. */
export const ANNOTATIONS = ['absent', 'expected', 'hint', 'unit', 'env']
