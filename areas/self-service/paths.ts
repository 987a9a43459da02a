import { definePath } from '#kit/contract/path.ts'

/** Start of the customers' pages, to which passcodes and QR codes lead. */
export const selfServicePath = definePath('/self-service')
/** The staff page that creates passcodes. */
export const selfServiceGeneratorPath = definePath('/registration/self-service')
export const registerPath = definePath('/self-service/customer/add')
export const ownProfilePath = definePath('/self-service/customer/:CustomerId/edit')
export const signInPath = definePath('/self-service/sign-in')
export const sessionEndedPath = definePath('/self-service/ended')
/** The member's card, for customers who signed in or have just registered. */
export const cardPath = definePath('/self-service/card')
/** Pages of the member: points, rewards, purchases, and personal data with consents. */
export const pointsPath = definePath('/self-service/card/points')
export const ownRewardsPath = definePath('/self-service/card/rewards')
export const purchasesPath = definePath('/self-service/card/purchases')
export const ownPagePath = definePath('/self-service/card/me')
