import { ONLY_ENDS } from '../shell/refused.ts'
import type { PanelPage } from '../shell/request.ts'
import { showActivity } from './activity.ts'
import { showEntry } from './activity-entry.ts'
import { exportActivity } from './activity-export.ts'
import { previewAppearance, publishAppearance, saveAppearance, showAppearance } from './appearance.ts'
import { retryDelivery, showDeliveries, showDelivery, testDelivery } from './deliveries.ts'
import { retryEmail, showEmails, testEmail } from './emails.ts'
import { showExplanation } from './explain.ts'
import { showHealth } from './health.ts'
import { askForToken, inspectToken } from './inspect.ts'
import { askRotation, askWithdrawal, rotateKeys, showKeys, withdrawKey } from './keys.ts'
import { dismissAttention, showOverview } from './overview.ts'
import { searchPage, suggest } from './search.ts'
import type { OperationsServices } from './services.ts'
import { askEnd, endSessions } from './session-end.ts'
import { showSessions } from './sessions.ts'
import { showSettings } from './settings.ts'

export const OPERATIONS_PAGES: readonly PanelPage<OperationsServices>[] = [
  { method: 'GET', path: '/', helpdesk: true, answer: showOverview },
  { method: 'POST', path: '/attention', signIn: { any: 'it hides a hint of the overview' }, answer: dismissAttention },
  { method: 'GET', path: '/search', helpdesk: true, answer: searchPage },
  { method: 'GET', path: '/search/suggest', helpdesk: true, answer: suggest },
  { method: 'GET', path: '/inspect', answer: askForToken },
  { method: 'POST', path: '/inspect', signIn: { any: 'it changes nothing' }, answer: inspectToken },
  { method: 'GET', path: '/activity', answer: showActivity },
  { method: 'GET', path: '/activity/export', answer: exportActivity },
  { method: 'GET', path: '/activity/:seq', answer: showEntry },
  { method: 'GET', path: '/explain/:id', helpdesk: true, answer: showExplanation },
  { method: 'GET', path: '/deliveries', answer: showDeliveries },
  { method: 'GET', path: '/deliveries/:id', answer: showDelivery },
  { method: 'POST', path: '/deliveries/retry', signIn: { any: 'it only ends sessions' }, answer: retryDelivery },
  { method: 'POST', path: '/deliveries/test', signIn: { any: 'it is of no session' }, answer: testDelivery },
  { method: 'GET', path: '/emails', signIn: 'to-save', answer: (page) => showEmails(page) },
  { method: 'POST', path: '/emails/retry', formAt: '/emails', answer: retryEmail },
  { method: 'POST', path: '/emails/test', formAt: '/emails', answer: testEmail },
  { method: 'GET', path: '/sessions', answer: showSessions },
  { method: 'GET', path: '/sessions/end', answer: askEnd },
  { method: 'POST', path: '/sessions/end', signIn: ONLY_ENDS, answer: endSessions },
  { method: 'GET', path: '/keys', answer: showKeys },
  { method: 'GET', path: '/keys/rotate', signIn: 'recent', answer: askRotation },
  { method: 'POST', path: '/keys/rotate', answer: rotateKeys },
  { method: 'GET', path: '/keys/withdraw', signIn: 'recent', answer: askWithdrawal },
  { method: 'POST', path: '/keys/withdraw', answer: withdrawKey },
  { method: 'GET', path: '/appearance', signIn: 'to-save', answer: showAppearance },
  { method: 'GET', path: '/appearance/preview', answer: previewAppearance },
  { method: 'POST', path: '/appearance', signIn: { any: 'a draft changes no page' }, answer: saveAppearance },
  { method: 'POST', path: '/appearance/publish', formAt: '/appearance', answer: publishAppearance },
  { method: 'GET', path: '/settings', answer: showSettings },
  { method: 'GET', path: '/health', answer: showHealth },
]
