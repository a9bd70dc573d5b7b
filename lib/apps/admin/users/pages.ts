import type { PanelPage } from '../panel.ts'
import { createUser, createUserForm } from './create.ts'
import { editForm, editUser } from './edit.ts'
import { factorsForm, removeFactors } from './factors.ts'
import { listRoles, listUsers } from './list.ts'
import { removeForm, removeRoleForm, removeRoleOfAll, removeUser } from './remove.ts'
import { changeRoles, rolesForm } from './roles.ts'
import { askAct, reactivateUser, requirePassword, resetPassword, showUser, signOutUser, suspendUser } from './user.ts'

/** Pages about people and their roles; 404 where a host keeps the people. */
export const USER_PAGES: readonly PanelPage[] = [
  { method: 'GET', path: '/users', answer: listUsers },
  { method: 'GET', path: '/users/new', answer: createUserForm },
  { method: 'POST', path: '/users', answer: createUser },
  { method: 'GET', path: '/users/:sub', answer: showUser },
  { method: 'GET', path: '/users/:sub/edit', answer: editForm },
  { method: 'POST', path: '/users/:sub/edit', answer: editUser },
  { method: 'GET', path: '/users/:sub/remove', answer: removeForm },
  { method: 'POST', path: '/users/:sub/remove', answer: removeUser },
  { method: 'GET', path: '/users/:sub/require-password', answer: askAct('require-password') },
  { method: 'POST', path: '/users/:sub/require-password', answer: requirePassword },
  { method: 'GET', path: '/users/:sub/roles', answer: rolesForm },
  { method: 'POST', path: '/users/:sub/roles', answer: changeRoles },
  { method: 'GET', path: '/users/:sub/suspend', answer: askAct('suspend') },
  { method: 'POST', path: '/users/:sub/suspend', answer: suspendUser },
  { method: 'POST', path: '/users/:sub/reactivate', answer: reactivateUser },
  { method: 'GET', path: '/users/:sub/reset', answer: askAct('reset') },
  { method: 'POST', path: '/users/:sub/reset', answer: resetPassword },
  { method: 'GET', path: '/users/:sub/sign-out', answer: askAct('sign-out') },
  { method: 'POST', path: '/users/:sub/sign-out', answer: signOutUser },
  { method: 'GET', path: '/users/:sub/factors', answer: factorsForm },
  { method: 'POST', path: '/users/:sub/factors', answer: removeFactors },
  { method: 'GET', path: '/roles', answer: listRoles },
  { method: 'GET', path: '/roles/remove', answer: removeRoleForm },
  { method: 'POST', path: '/roles/remove', answer: removeRoleOfAll },
]
