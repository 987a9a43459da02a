import type { PublicArea } from '#kit/public/router.tsx'
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
      load: async () => ({ default: (await import('./public/ArrivingPages.tsx')).LandingPage }),
    },
    {
      path: registerPath.pattern,
      load: async () => ({ default: (await import('./public/ArrivingPages.tsx')).RegisterPage }),
    },
    {
      path: ownProfilePath.pattern,
      load: async () => ({ default: (await import('./public/EditPage.tsx')).EditPage }),
    },
    {
      path: signInPath.pattern,
      load: async () => ({ default: (await import('./public/SignInPage.tsx')).SignInPage }),
    },
    { path: cardPath.pattern, load: async () => ({ default: (await import('./public/card/CardPages.tsx')).CardPage }) },
    {
      path: pointsPath.pattern,
      load: async () => ({ default: (await import('./public/card/CardPages.tsx')).PointsPage }),
    },
    {
      path: rewardsPath.pattern,
      load: async () => ({ default: (await import('./public/card/CardPages.tsx')).RewardsPage }),
    },
    {
      path: purchasesPath.pattern,
      load: async () => ({ default: (await import('./public/card/CardPages.tsx')).PurchasesPage }),
    },
    {
      path: ownPagePath.pattern,
      load: async () => ({ default: (await import('./public/card/CardPages.tsx')).OwnPage }),
    },
    {
      path: endedPath.pattern,
      load: async () => ({ default: (await import('./public/EndedPage.tsx')).EndedPage }),
    },
  ],
}
