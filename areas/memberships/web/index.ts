// What the pages of areas above may use of memberships.
export { CardCategoryChange, CardCategoryTag, cardCategoryNames } from './card-category.tsx'
export { cardCategoryChoices } from './card-category-choices.ts'
