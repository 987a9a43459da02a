// The interface of these pages for other areas.
export { CardCategoryChange, CardCategoryTag, cardCategoryNames } from './card-category.tsx'
export { cardCategoryChoices } from './card-category-choices.ts'
