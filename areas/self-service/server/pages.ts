import type { InitialSessionRead, PublicPage } from '#kit/server/public-page.ts'
import { serve } from '#kit/server/serve.ts'
import * as contract from '../contract.ts'
import {
  memberCardPath,
  ownPagePath,
  ownPointsPath,
  ownProfilePath,
  ownPurchasesPath,
  ownRewardsPath,
  registerPath,
  selfServicePath,
  sessionEndedPath,
  signInPath,
} from '../paths.ts'
import { getOwnCard } from './card/card.ts'
import { manifestPath } from './manifest.ts'
import { getSelfServiceForm } from './profile/form.ts'
import { getOwnProfile } from './profile/update-own-profile.ts'
import { getCustomerSession } from './sessions/get-visit.ts'

/** Declares a page of the member; phones can install it on the home screen as an app. */
const cardPage = (page: string) => ({ module: `public/card/${page}.tsx`, manifest: manifestPath })

const session: InitialSessionRead = { route: serve(contract.getCustomerSession, getCustomerSession) }
const profile: InitialSessionRead = { route: serve(contract.getOwnProfile, getOwnProfile) }
const card: InitialSessionRead = { route: serve(contract.getOwnCard, getOwnCard) }
const form: InitialSessionRead = {
  route: serve(contract.getSelfServiceForm, getSelfServiceForm),
  input: ({ language }) => ({ LanguageCode: language }),
}

/** Declares all customers' pages; other paths below them return 404. */
export const selfServicePages: readonly PublicPage[] = [
  { path: selfServicePath.pattern, module: 'group shared' },
  { path: registerPath.pattern, module: 'public/RegisterPage.tsx', sessionReads: [session, form] },
  { path: ownProfilePath.pattern, module: 'public/EditPage.tsx', sessionReads: [profile, form] },
  { path: signInPath.pattern, module: 'public/SignInPage.tsx' },
  { path: memberCardPath.pattern, ...cardPage('CardPage'), sessionReads: [card] },
  { path: ownPointsPath.pattern, ...cardPage('PointsPage') },
  { path: ownRewardsPath.pattern, ...cardPage('RewardsPage') },
  { path: ownPurchasesPath.pattern, ...cardPage('PurchasesPage') },
  { path: ownPagePath.pattern, ...cardPage('OwnPage') },
  { path: sessionEndedPath.pattern, module: 'public/EndedPage.tsx' },
  { path: `${selfServicePath.pattern}/*` },
]
