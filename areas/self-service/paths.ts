import { path } from '#kit/contract/path.ts'

/** The customers' own pages, where a passcode or its QR code leads. */
export const selfServicePath = path('/self-service')
/** Where staff make passcodes. */
export const selfServiceGeneratorPath = path('/registration/self-service')
export const registerPath = path('/self-service/customer/add')
export const ownProfilePath = path('/self-service/customer/:CustomerId/edit')
export const signInPath = path('/self-service/sign-in')
export const endedPath = path('/self-service/ended')
/** The member's card, for who signed in or has just registered. */
export const cardPath = path('/self-service/card')
/** What the member has of points, rewards and purchases; and who they are here, with what they agreed to. */
export const pointsPath = path('/self-service/card/points')
export const rewardsPath = path('/self-service/card/rewards')
export const purchasesPath = path('/self-service/card/purchases')
export const ownPagePath = path('/self-service/card/me')
