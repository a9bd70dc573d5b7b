import { type CatalogueId, isCatalogueId } from '../../domain/clients/catalogue/catalogue.ts'
import { UsageError } from '../terminal/command.ts'

/** @throws UsageError when the catalogue has no such app */
export function catalogueId(text: string): CatalogueId {
  if (isCatalogueId(text)) return text
  throw new UsageError(`there is no app ${text}; portico app list names them`)
}
