// The member's own pages in one file: who has seen the card has all of them, also where there is no network any more.

export { CardPage } from './CardPage.tsx'
export { OwnPage } from './OwnPage.tsx'
export { PointsPage } from './PointsPage.tsx'
export { PurchasesPage } from './PurchasesPage.tsx'
export { RewardsPage } from './RewardsPage.tsx'
