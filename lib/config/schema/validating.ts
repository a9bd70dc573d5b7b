/** How data is validated at run time, and how the build compiles validators for the settings. */
import type { Options } from 'ajv'
import { CONFIGURATION_SCHEMA } from './configuration-schema.ts'
import DEPLOYMENT_SCHEMA from './deployment-schema.json' with { type: 'json' }

/** Schemas needed at every start, keyed by the names of their validators. */
export const VALIDATED_AT_START = { configuration: CONFIGURATION_SCHEMA, deployment: DEPLOYMENT_SCHEMA } as const

export const AJV_OPTIONS = {
  strict: true,
  strictTypes: true,
  strictRequired: true,
  allowUnionTypes: true,
  allErrors: true,
  messages: false,
  useDefaults: true,
  ownProperties: true,
} as const satisfies Options

/** Custom keywords that do not affect validity. */
export const ANNOTATIONS = ['absent', 'expected', 'hint', 'unit', 'env']
