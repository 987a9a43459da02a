import { serve, serveInSteps } from '#kit/server/serve.ts'
import * as contract from '../../contract.ts'
import { hashingTurns } from '../passwords.ts'
import { addIdentity } from './add-identity.ts'
import { confirmIdentity, declineIdentity, getIdentityRequest } from './answer-request.ts'
import { finishLink } from './finish-link.ts'
import { listIdentities, listOwnIdentities } from './list-identities.ts'
import { removeIdentity, unlinkOwnIdentity } from './remove-identity.ts'
import { ssoSignIn } from './sso-sign-in.ts'
import { startLink } from './start-link.ts'
import { startProviderSignIn } from './start-provider-sign-in.ts'

export const providerRoutes = [
  serveInSteps(contract.startProviderSignIn, startProviderSignIn),
  serveInSteps(contract.ssoSignIn, ssoSignIn),
  serveInSteps(contract.startLink, startLink),
  serveInSteps(contract.finishLink, finishLink),
  serve(contract.listOwnIdentities, listOwnIdentities),
  serve(contract.unlinkOwnIdentity, unlinkOwnIdentity, 'call', hashingTurns),
  serve(contract.listIdentities, listIdentities),
  serve(contract.addIdentity, addIdentity),
  serve(contract.getIdentityRequest, getIdentityRequest),
  serve(contract.confirmIdentity, confirmIdentity),
  serve(contract.declineIdentity, declineIdentity),
  serve(contract.removeIdentity, removeIdentity),
]
