import { definePath } from '#kit/contract/path.ts'

/** Path of the customers' pages, to which passcodes and QR codes lead. */
export const selfServicePath = definePath('/self-service')
/** Path of the page on which staff create passcodes. */
export const selfServiceGeneratorPath = definePath('/registration/self-service')
export const registerPath = definePath('/self-service/customer/add')
export const ownProfilePath = definePath('/self-service/customer/:CustomerId/edit')
export const signInPath = definePath('/self-service/sign-in')
export const sessionEndedPath = definePath('/self-service/ended')
/** Path of the member card, for customers who have signed in or just registered. */
export const memberCardPath = definePath('/self-service/card')
/** Paths of the member's pages: points, rewards, purchases, and personal data with consents. */
export const ownPointsPath = definePath('/self-service/card/points')
export const ownRewardsPath = definePath('/self-service/card/rewards')
export const ownPurchasesPath = definePath('/self-service/card/purchases')
export const ownPagePath = definePath('/self-service/card/me')
