// What other areas may ask of levels. How sales and cancellations move a member stands in areas/levels/sql/levels.sql.

export { enterPremium } from './enter-premium.ts'
