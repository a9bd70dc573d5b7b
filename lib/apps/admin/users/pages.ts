import { ONLY_ENDS } from '../shell/refused.ts'
import type { PanelPage } from '../shell/request.ts'
import { userAccess } from './access.ts'
import { createUser, createUserForm } from './create.ts'
import { editForm, editUser } from './edit.ts'
import { changeEnd, endForm } from './end.ts'
import { askFactorRemoval, askUnlink, changeGrace, factorsForm, removeFactors, unlinkUser } from './factors.ts'
import { checkImport, chooseColumns, importForm, importProblems, importTemplate, runImport } from './import.ts'
import { exportUsers, listRoles, listUsers } from './list.ts'
import { askMany, performMany, selectMany } from './many.ts'
import { askOffboard, offboardUser, showReceipt } from './offboard.ts'
import { askFirst, perform, removeForm, removeUser, resetPassword } from './operation.ts'
import { showPlan } from './plan.ts'
import { changeRoles, removeRoleForm, removeRoleOfAll, rolesForm } from './roles.ts'
import type { UsersServices } from './services.ts'
import { ofChangeableUser, ofUser } from './subject.ts'
import { showUser } from './user.ts'

/** Pages about users and their roles. A page responds with 404 if the directory lacks the capability it needs. */
export const USER_PAGES: readonly PanelPage<UsersServices>[] = [
  { method: 'GET', path: '/users', helpdesk: true, answer: listUsers },
  { method: 'GET', path: '/users/new', signIn: 'recent', answer: createUserForm },
  { method: 'POST', path: '/users', formAt: '/users/new', answer: createUser },
  {
    method: 'POST',
    path: '/users/many',
    signIn: { any: 'it only leads to the question' },
    helpdesk: true,
    answer: selectMany,
  },
  { method: 'GET', path: '/users/many', signIn: 'recent', helpdesk: true, answer: askMany },
  { method: 'POST', path: '/users/many/confirm', formAt: '/users/many', helpdesk: true, answer: performMany },
  { method: 'GET', path: '/users/export', answer: exportUsers },
  { method: 'GET', path: '/users/import', signIn: 'recent', answer: importForm },
  { method: 'POST', path: '/users/import', answer: checkImport },
  { method: 'POST', path: '/users/import/columns', formAt: '/users/import', answer: chooseColumns },
  { method: 'POST', path: '/users/import/run', formAt: '/users/import', answer: runImport },
  { method: 'GET', path: '/users/import/template', answer: importTemplate },
  { method: 'GET', path: '/users/import/problems', signIn: 'recent', answer: importProblems },
  { method: 'GET', path: '/users/:sub', helpdesk: true, answer: ofUser(undefined, showUser) },
  { method: 'GET', path: '/users/:sub/access', answer: ofUser(undefined, userAccess) },
  { method: 'GET', path: '/users/:sub/edit', signIn: 'recent', answer: ofChangeableUser('accounts', 'own', editForm) },
  { method: 'POST', path: '/users/:sub/edit', answer: ofUser('accounts', editUser) },
  {
    method: 'GET',
    path: '/users/:sub/remove',
    signIn: 'recent',
    answer: ofChangeableUser('accounts', 'standing', removeForm),
  },
  { method: 'POST', path: '/users/:sub/remove', answer: ofUser('accounts', removeUser) },
  {
    method: 'GET',
    path: '/users/:sub/end',
    signIn: 'recent',
    answer: ofChangeableUser('accounts', 'standing', endForm),
  },
  { method: 'POST', path: '/users/:sub/end', answer: ofUser('accounts', changeEnd) },
  { method: 'GET', path: '/users/:sub/require-password', signIn: 'recent', answer: askFirst('require-password') },
  { method: 'POST', path: '/users/:sub/require-password', answer: perform('require-password') },
  { method: 'GET', path: '/users/:sub/roles', signIn: 'recent', answer: ofChangeableUser('roles', 'own', rolesForm) },
  { method: 'POST', path: '/users/:sub/roles', answer: ofUser('roles', changeRoles) },
  { method: 'GET', path: '/users/:sub/suspend', signIn: 'recent', answer: askFirst('suspend') },
  { method: 'POST', path: '/users/:sub/suspend', answer: perform('suspend') },
  { method: 'GET', path: '/users/:sub/offboard', signIn: 'recent', answer: ofUser(undefined, askOffboard) },
  { method: 'POST', path: '/users/:sub/offboard', answer: ofUser(undefined, offboardUser) },
  { method: 'GET', path: '/users/:sub/receipt', answer: ofUser(undefined, showReceipt) },
  { method: 'POST', path: '/users/:sub/reactivate', formAt: '/users/:sub', answer: perform('reactivate') },
  { method: 'POST', path: '/users/:sub/unlock', formAt: '/users/:sub', helpdesk: true, answer: perform('unlock') },
  { method: 'POST', path: '/users/:sub/invite', formAt: '/users/:sub', answer: perform('invite') },
  { method: 'GET', path: '/users/:sub/reset', signIn: 'recent', answer: askFirst('reset') },
  { method: 'POST', path: '/users/:sub/reset', answer: ofUser('accounts', resetPassword) },
  { method: 'GET', path: '/users/:sub/reset-email', signIn: 'recent', helpdesk: true, answer: askFirst('reset-email') },
  { method: 'POST', path: '/users/:sub/reset-email', helpdesk: true, answer: perform('reset-email') },
  { method: 'GET', path: '/users/:sub/sign-out', helpdesk: true, answer: askFirst('sign-out') },
  { method: 'POST', path: '/users/:sub/sign-out', signIn: ONLY_ENDS, helpdesk: true, answer: perform('sign-out') },
  { method: 'GET', path: '/users/:sub/unlink', signIn: 'recent', answer: ofUser('accounts', askUnlink) },
  { method: 'POST', path: '/users/:sub/unlink', answer: ofUser('accounts', unlinkUser) },
  {
    method: 'GET',
    path: '/users/:sub/factors',
    signIn: 'recent',
    helpdesk: true,
    answer: ofUser('accounts', factorsForm),
  },
  {
    method: 'GET',
    path: '/users/:sub/factors/remove',
    signIn: 'recent',
    helpdesk: true,
    answer: ofUser('accounts', askFactorRemoval),
  },
  { method: 'POST', path: '/users/:sub/factors/remove', helpdesk: true, answer: ofUser('accounts', removeFactors) },
  {
    method: 'POST',
    path: '/users/:sub/grace',
    formAt: '/users/:sub/factors',
    answer: ofUser('accounts', changeGrace),
  },
  { method: 'GET', path: '/two-step-verification', answer: showPlan },
  { method: 'GET', path: '/roles', answer: listRoles },
  { method: 'GET', path: '/roles/remove', signIn: 'recent', answer: removeRoleForm },
  { method: 'POST', path: '/roles/remove', answer: removeRoleOfAll },
]
