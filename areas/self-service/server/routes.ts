import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import { getOwnCard, getOwnPoints } from './card/card.ts'
import { listOwnCatalogue, listOwnMovements, listOwnPurchases, listOwnRewards } from './card/own-lists.ts'
import { addPasscode } from './passcodes/add-passcode.ts'
import { listPasscodes } from './passcodes/list-passcodes.ts'
import { revokePasscode } from './passcodes/revoke-passcode.ts'
import { validatePasscode } from './passcodes/validate-passcode.ts'
import { findOwnPostcode, getSelfServiceForm } from './profile/form.ts'
import { addOwnAddress, deleteOwnAddress, updateOwnAddress } from './profile/own-addresses.ts'
import { registerCustomer } from './profile/register.ts'
import { submitConsents } from './profile/say-consents.ts'
import { getOwnProfile, updateOwnProfile } from './profile/update-own-profile.ts'
import { resetCustomerSignIn } from './reset-sign-in.ts'
import { getCustomerSession } from './sessions/get-visit.ts'
import { customerSignIn, requestSignInCode } from './sessions/sign-in.ts'
import { customerSignOut } from './sessions/sign-out.ts'
import { validateEmailVerification } from './verification/prove-address.ts'
import { sendEmailVerification } from './verification/send-email-verification.ts'
import { updateOwnEmail } from './verification/update-own-email.ts'

export const selfServiceRoutes = [
  serve(contract.addPasscode, addPasscode),
  serve(contract.listPasscodes, listPasscodes),
  serve(contract.revokePasscode, revokePasscode),
  serve(contract.validatePasscode, validatePasscode),
  serve(contract.requestSignInCode, requestSignInCode),
  serve(contract.customerSignIn, customerSignIn),
  serve(contract.customerSignOut, customerSignOut),
  serve(contract.getCustomerSession, getCustomerSession),
  serve(contract.getSelfServiceForm, getSelfServiceForm),
  serve(contract.findOwnPostcode, findOwnPostcode),
  serve(contract.registerCustomer, registerCustomer),
  serve(contract.getOwnProfile, getOwnProfile),
  serve(contract.updateOwnProfile, updateOwnProfile),
  serve(contract.addOwnAddress, addOwnAddress),
  serve(contract.updateOwnAddress, updateOwnAddress),
  serve(contract.deleteOwnAddress, deleteOwnAddress),
  serve(contract.submitConsents, submitConsents),
  serve(contract.sendEmailVerification, sendEmailVerification),
  serve(contract.validateEmailVerification, validateEmailVerification),
  serve(contract.updateOwnEmail, updateOwnEmail),
  serve(contract.resetCustomerSignIn, resetCustomerSignIn),
  serve(contract.getOwnCard, getOwnCard),
  serve(contract.getOwnPoints, getOwnPoints),
  serve(contract.listOwnMovements, listOwnMovements),
  serve(contract.listOwnRewards, listOwnRewards),
  serve(contract.listOwnCatalogue, listOwnCatalogue),
  serve(contract.listOwnPurchases, listOwnPurchases),
]
