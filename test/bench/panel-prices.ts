/** The costs of the panel's pages, in a table. */
import type { Reads } from '../support/counted-storage.ts'
import type { Idp } from '../support/idp.ts'
import { type PageCost, priceOf } from '../support/page-price.ts'
import { panelPages } from '../support/panel-pages.ts'
import type { PanelVisitor } from '../support/panel-visitor.ts'
import { print } from './report.ts'

/** @param processor milliseconds of processor time of Portico and its store so far */
export async function pricePages(
  idp: Idp,
  admin: PanelVisitor,
  reads: Reads,
  processor: () => Promise<number>,
): Promise<readonly PageCost[]> {
  print('median ms  slowest  processor  calls  records  page')
  const pages: PageCost[] = []
  for (const path of panelPages(idp.clock.now())) {
    const cost = await priceOf(idp, admin, reads, path, processor)
    pages.push(cost)
    const numbers = [cost.ms, cost.slowest, cost.processor, cost.calls, cost.records]
    print(`${numbers.map((value) => String(value).padStart(8)).join(' ')}  ${path} (${cost.status})`)
  }
  return pages
}
