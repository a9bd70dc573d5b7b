import type { PanelPage } from '../shell/request.ts'
import { createUser, createUserForm } from './create.ts'
import { editForm, editUser } from './edit.ts'
import { factorsForm, removeFactors } from './factors.ts'
import { listRoles, listUsers } from './list.ts'
import {
  askFirst,
  endPause,
  reactivateUser,
  requirePassword,
  resetPassword,
  signOutUser,
  suspendUser,
} from './operation.ts'
import { removeForm, removeRoleForm, removeRoleOfAll, removeUser } from './remove.ts'
import { changeRoles, rolesForm } from './roles.ts'
import type { UsersServices } from './services.ts'
import { showUser } from './user.ts'

/** Pages about users and their roles; 404 where a host keeps the users. */
export const USER_PAGES: readonly PanelPage<UsersServices>[] = [
  { method: 'GET', path: '/users', answer: listUsers },
  { method: 'GET', path: '/users/new', answer: createUserForm },
  { method: 'POST', path: '/users', answer: createUser },
  { method: 'GET', path: '/users/:sub', answer: showUser },
  { method: 'GET', path: '/users/:sub/edit', answer: editForm },
  { method: 'POST', path: '/users/:sub/edit', answer: editUser },
  { method: 'GET', path: '/users/:sub/remove', answer: removeForm },
  { method: 'POST', path: '/users/:sub/remove', answer: removeUser },
  { method: 'GET', path: '/users/:sub/require-password', answer: askFirst('require-password') },
  { method: 'POST', path: '/users/:sub/require-password', answer: requirePassword },
  { method: 'GET', path: '/users/:sub/roles', answer: rolesForm },
  { method: 'POST', path: '/users/:sub/roles', answer: changeRoles },
  { method: 'GET', path: '/users/:sub/suspend', answer: askFirst('suspend') },
  { method: 'POST', path: '/users/:sub/suspend', answer: suspendUser },
  { method: 'POST', path: '/users/:sub/reactivate', answer: reactivateUser },
  { method: 'POST', path: '/users/:sub/end-pause', answer: endPause },
  { method: 'GET', path: '/users/:sub/reset', answer: askFirst('reset') },
  { method: 'POST', path: '/users/:sub/reset', answer: resetPassword },
  { method: 'GET', path: '/users/:sub/sign-out', answer: askFirst('sign-out') },
  { method: 'POST', path: '/users/:sub/sign-out', answer: signOutUser },
  { method: 'GET', path: '/users/:sub/factors', answer: factorsForm },
  { method: 'POST', path: '/users/:sub/factors', answer: removeFactors },
  { method: 'GET', path: '/roles', answer: listRoles },
  { method: 'GET', path: '/roles/remove', answer: removeRoleForm },
  { method: 'POST', path: '/roles/remove', answer: removeRoleOfAll },
]
