import { path } from '#kit/contract/path.ts'

/** Start of the customers' pages, to which passcodes and QR codes lead. */
export const selfServicePath = path('/self-service')
/** The staff page that creates passcodes. */
export const selfServiceGeneratorPath = path('/registration/self-service')
export const registerPath = path('/self-service/customer/add')
export const ownProfilePath = path('/self-service/customer/:CustomerId/edit')
export const signInPath = path('/self-service/sign-in')
export const endedPath = path('/self-service/ended')
/** The member's card, for customers who signed in or have just registered. */
export const cardPath = path('/self-service/card')
/** Pages of the member: points, rewards, purchases, and personal data with consents. */
export const pointsPath = path('/self-service/card/points')
export const rewardsPath = path('/self-service/card/rewards')
export const purchasesPath = path('/self-service/card/purchases')
export const ownPagePath = path('/self-service/card/me')
