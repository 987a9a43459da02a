import type { OwnRead, PublicPage } from '#kit/server/public-page.ts'
import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import {
  cardPath,
  endedPath,
  ownPagePath,
  ownProfilePath,
  pointsPath,
  purchasesPath,
  registerPath,
  rewardsPath,
  selfServicePath,
  signInPath,
} from '../paths.ts'
import { getOwnCard } from './card/card.ts'
import { manifestPath } from './manifest.ts'
import { getForm } from './profile/form.ts'
import { getProfile } from './profile/update-profile.ts'
import { getVisit } from './visits/get-visit.ts'

/** The member's own pages can be put on the phone's home screen as an app of their own. */
const own = (page: string) => ({ module: `public/card/${page}.tsx`, manifest: manifestPath })

const visit: OwnRead = { route: serve(contract.getVisit, getVisit) }
const profile: OwnRead = { route: serve(contract.getProfile, getProfile) }
const card: OwnRead = { route: serve(contract.getOwnCard, getOwnCard) }
const form: OwnRead = {
  route: serve(contract.getForm, getForm),
  input: ({ language }) => ({ LanguageCode: language }),
}

/** The customers' pages; what else lies below them is no page. */
export const selfServicePages: readonly PublicPage[] = [
  { path: selfServicePath.pattern, module: 'group shared' },
  { path: registerPath.pattern, module: 'public/RegisterPage.tsx', own: [visit, form] },
  { path: ownProfilePath.pattern, module: 'public/EditPage.tsx', own: [profile, form] },
  { path: signInPath.pattern, module: 'public/SignInPage.tsx' },
  { path: cardPath.pattern, ...own('CardPage'), own: [card] },
  { path: pointsPath.pattern, ...own('PointsPage') },
  { path: rewardsPath.pattern, ...own('RewardsPage') },
  { path: purchasesPath.pattern, ...own('PurchasesPage') },
  { path: ownPagePath.pattern, ...own('OwnPage') },
  { path: endedPath.pattern, module: 'public/EndedPage.tsx' },
  { path: `${selfServicePath.pattern}/*` },
]
