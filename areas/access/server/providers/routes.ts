import { serve, serveMultiTransaction } from '#kit/server/serve.ts'
import * as contract from '../../contract.ts'
import { passwordHashingLimit } from '../passwords.ts'
import { addIdentity } from './add-identity.ts'
import { confirmIdentity, declineIdentity, getIdentityRequest } from './answer-request.ts'
import { listIdentities, listOwnIdentities, removeIdentity, unlinkOwnIdentity } from './identities.ts'
import { finishIdentityLink, startIdentityLink } from './link-identity.ts'
import { ssoSignIn } from './sso-sign-in.ts'
import { startProviderSignIn } from './start-round-trip.ts'

export const providerRoutes = [
  serveMultiTransaction(contract.startProviderSignIn, startProviderSignIn),
  serveMultiTransaction(contract.ssoSignIn, ssoSignIn),
  serveMultiTransaction(contract.startIdentityLink, startIdentityLink),
  serveMultiTransaction(contract.finishIdentityLink, finishIdentityLink),
  serve(contract.listOwnIdentities, listOwnIdentities),
  serve(contract.unlinkOwnIdentity, unlinkOwnIdentity, 'call', passwordHashingLimit),
  serve(contract.listIdentities, listIdentities),
  serve(contract.addIdentity, addIdentity),
  serve(contract.getIdentityRequest, getIdentityRequest),
  serve(contract.confirmIdentity, confirmIdentity),
  serve(contract.declineIdentity, declineIdentity),
  serve(contract.removeIdentity, removeIdentity),
]
