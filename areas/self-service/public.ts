import type { PublicArea } from '#kit/public/router.tsx'
import {
  cardPath,
  ownPagePath,
  ownProfilePath,
  ownRewardsPath,
  pointsPath,
  purchasesPath,
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

export const selfService: PublicArea = {
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
      load: async () => ({ default: (await import('./public/EditPage.tsx')).EditPage }),
    },
    {
      path: signInPath.pattern,
      load: async () => ({ default: (await import('./public/SignInPage.tsx')).SignInPage }),
    },
    { path: cardPath.pattern, load: async () => ({ default: (await import('./public/card/CardPage.tsx')).CardPage }) },
    {
      path: pointsPath.pattern,
      load: async () => ({ default: (await import('./public/card/PointsPage.tsx')).PointsPage }),
    },
    {
      path: ownRewardsPath.pattern,
      load: async () => ({ default: (await import('./public/card/RewardsPage.tsx')).RewardsPage }),
    },
    {
      path: purchasesPath.pattern,
      load: async () => ({ default: (await import('./public/card/PurchasesPage.tsx')).PurchasesPage }),
    },
    {
      path: ownPagePath.pattern,
      load: async () => ({ default: (await import('./public/card/OwnPage.tsx')).OwnPage }),
    },
    {
      path: sessionEndedPath.pattern,
      load: async () => ({ default: (await import('./public/EndedPage.tsx')).EndedPage }),
    },
  ],
}
