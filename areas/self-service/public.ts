import type { PublicArea } from '#kit/public/router.tsx'
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
} from './paths.ts'
import type texts from './public/texts.json'

declare module '#kit/public/vocabulary.ts' {
  interface PublicTexts {
    'self-service': typeof texts
  }
}

export const selfServicePublicArea: PublicArea = {
  screens: [
    {
      path: selfServicePath.pattern,
      load: async () => ({ default: (await import('./public/LandingPage.tsx')).LandingPage }),
    },
    {
      path: registerPath.pattern,
      load: async () => ({ default: (await import('./public/RegisterPage.tsx')).RegisterPage }),
    },
    {
      path: ownProfilePath.pattern,
      load: async () => ({ default: (await import('./public/EditPage.tsx')).EditOwnProfilePage }),
    },
    {
      path: signInPath.pattern,
      load: async () => ({ default: (await import('./public/SignInPage.tsx')).SignInPage }),
    },
    {
      path: memberCardPath.pattern,
      load: async () => ({ default: (await import('./public/card/CardPage.tsx')).MemberCardPage }),
    },
    {
      path: ownPointsPath.pattern,
      load: async () => ({ default: (await import('./public/card/PointsPage.tsx')).OwnPointsPage }),
    },
    {
      path: ownRewardsPath.pattern,
      load: async () => ({ default: (await import('./public/card/RewardsPage.tsx')).OwnRewardsPage }),
    },
    {
      path: ownPurchasesPath.pattern,
      load: async () => ({ default: (await import('./public/card/PurchasesPage.tsx')).OwnPurchasesPage }),
    },
    {
      path: ownPagePath.pattern,
      load: async () => ({ default: (await import('./public/card/OwnPage.tsx')).OwnAccountPage }),
    },
    {
      path: sessionEndedPath.pattern,
      load: async () => ({ default: (await import('./public/EndedPage.tsx')).SessionEndedPage }),
    },
  ],
}
