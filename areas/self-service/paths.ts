import { path } from '#kit/contract/path.ts'

/** Entry of the customers' pages, where passcodes and QR codes lead. */
export const selfServicePath = path('/self-service')
/** The staff page that creates passcodes. */
export const selfServiceGeneratorPath = path('/registration/self-service')
export const registerPath = path('/self-service/customer/add')
export const ownProfilePath = path('/self-service/customer/:CustomerId/edit')
export const signInPath = path('/self-service/sign-in')
export const endedPath = path('/self-service/ended')
/** The member's card, for signed-in or newly registered customers. */
export const cardPath = path('/self-service/card')
/** The member's points, rewards, purchases, and personal page with consents. */
export const pointsPath = path('/self-service/card/points')
export const rewardsPath = path('/self-service/card/rewards')
export const purchasesPath = path('/self-service/card/purchases')
export const ownPagePath = path('/self-service/card/me')
