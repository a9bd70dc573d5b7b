import models from './authenticator-models.json' with { type: 'json' }

/** Names of common passkey providers, by AAGUID. Other passkeys are named after the browser and operating system. */
const MODELS: Readonly<Record<string, string>> = models

export const modelName = (aaguid: string): string | undefined =>
  Object.hasOwn(MODELS, aaguid) ? MODELS[aaguid] : undefined
