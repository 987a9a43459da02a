import { serve, serveMultiTransaction } from '#kit/server/serve.ts'
import * as accounts from '../contract/accounts.ts'
import * as systems from '../contract/system-accounts.ts'
import * as contract from '../contract.ts'
import { changePassword } from './account-password/change-password.ts'
import { forgotPassword } from './account-password/forgot-password.ts'
import { requestPasswordReset } from './account-password/request-password-reset.ts'
import { resetPassword } from './account-password/reset-password.ts'
import { unlockAccount } from './account-password/unlock-account.ts'
import { addUser } from './accounts/add-user.ts'
import { changeUserRights } from './accounts/change-user-rights.ts'
import { disableUser, enableUser } from './accounts/disable-user.ts'
import { listRoles } from './accounts/list-roles.ts'
import { issueScimToken } from './accounts/scim-token.ts'
import {
  addSystemAccount,
  disableSystemAccount,
  enableSystemAccount,
  listSystemAccounts,
  rotateSystemAccountSecret,
  updateSystemAccount,
} from './accounts/system-accounts.ts'
import { updateUser } from './accounts/update-user.ts'
import { getUser, getUsers, listUsers } from './accounts/users.ts'
import { confirmAuthenticatorApp } from './authenticator/confirm-authenticator-app.ts'
import { getAuthenticatorAppStatus } from './authenticator/get-authenticator-app-status.ts'
import { renewRecoveryCodes } from './authenticator/recovery-codes.ts'
import { removeAuthenticatorApp } from './authenticator/remove-authenticator-app.ts'
import { startAuthenticatorAppSetup } from './authenticator/start-authenticator-app-setup.ts'
import { addLoginActivity, listLoginActivities } from './login-activity.ts'
import { resendSignInCode } from './one-time-code.ts'
import { finishAddingPasskey, startAddingPasskey } from './passkeys/add-passkey.ts'
import { listOwnPasskeys, removePasskey, renamePasskey } from './passkeys/own-passkeys.ts'
import { listPasskeysOfUser, removePasskeyOfUser } from './passkeys/passkeys-of-user.ts'
import { finishPasskeySignIn, startPasskeySignIn } from './passkeys/sign-in-with-passkey.ts'
import { passwordHashingLimit } from './passwords.ts'
import { getProfile } from './profile.ts'
import { endOneSession, endOtherSessions, endUserSessions } from './sessions/end-sessions.ts'
import { listOwnSessions, listSessions } from './sessions/list-sessions.ts'
import { signIn } from './sign-in.ts'
import { signOut } from './sign-out.ts'
import { issueSystemCode, systemSignInWithCode } from './system-codes.ts'
import { systemSignIn } from './system-sign-in.ts'
import { verifySignIn } from './verify-sign-in.ts'

export const accessRoutes = [
  serve(contract.signIn, signIn, 'call', passwordHashingLimit),
  serve(contract.resendSignInCode, resendSignInCode),
  serve(contract.verifySignIn, verifySignIn),
  serve(contract.systemSignIn, systemSignIn, 'call', passwordHashingLimit),
  serve(contract.systemSignInWithCode, systemSignInWithCode),
  serve(contract.profile, getProfile),
  serve(contract.signOut, signOut),
  serve(contract.listLoginActivities, listLoginActivities),
  serve(contract.addLoginActivity, addLoginActivity),
  serve(contract.changePassword, changePassword, 'call', passwordHashingLimit),
  serve(contract.forgotPassword, forgotPassword),
  serve(contract.resetPassword, resetPassword, 'call', passwordHashingLimit),
  serve(contract.requestPasswordReset, requestPasswordReset),
  serve(contract.unlockAccount, unlockAccount),
  serve(contract.getAuthenticatorAppStatus, getAuthenticatorAppStatus),
  serve(contract.startAuthenticatorAppSetup, startAuthenticatorAppSetup, 'call', passwordHashingLimit),
  serve(contract.confirmAuthenticatorApp, confirmAuthenticatorApp),
  serve(contract.renewRecoveryCodes, renewRecoveryCodes, 'call', passwordHashingLimit),
  serve(contract.removeAuthenticatorApp, removeAuthenticatorApp, 'call', passwordHashingLimit),
  serve(contract.startPasskeySignIn, startPasskeySignIn),
  serveMultiTransaction(contract.finishPasskeySignIn, finishPasskeySignIn),
  serve(contract.listOwnPasskeys, listOwnPasskeys),
  serve(contract.startAddingPasskey, startAddingPasskey, 'call', passwordHashingLimit),
  serve(contract.finishAddingPasskey, finishAddingPasskey),
  serve(contract.renamePasskey, renamePasskey),
  serve(contract.removePasskey, removePasskey, 'call', passwordHashingLimit),
  serve(contract.listPasskeysOfUser, listPasskeysOfUser),
  serve(contract.removePasskeyOfUser, removePasskeyOfUser),
  serve(contract.listOwnSessions, listOwnSessions),
  serve(contract.endSession, endOneSession),
  serve(contract.endOtherSessions, endOtherSessions),
  serve(contract.listSessions, listSessions),
  serve(contract.endUserSessions, endUserSessions),
  serve(accounts.getUsers, getUsers),
  serve(accounts.listUsers, listUsers),
  serve(accounts.getUser, getUser),
  serve(accounts.addUser, addUser),
  serve(accounts.updateUser, updateUser),
  serve(accounts.disableUser, disableUser),
  serve(accounts.enableUser, enableUser),
  serve(accounts.changeUserRights, changeUserRights),
  serve(accounts.listRoles, listRoles),
  serve(systems.listSystemAccounts, listSystemAccounts),
  serve(systems.addSystemAccount, addSystemAccount, 'call', passwordHashingLimit),
  serve(systems.updateSystemAccount, updateSystemAccount),
  serve(systems.rotateSystemAccountSecret, rotateSystemAccountSecret, 'call', passwordHashingLimit),
  serve(systems.issueSystemCode, issueSystemCode),
  serve(systems.issueScimToken, issueScimToken),
  serve(systems.disableSystemAccount, disableSystemAccount),
  serve(systems.enableSystemAccount, enableSystemAccount),
]
