// The interface of these pages for other areas.
export { CardCategoryChangeLabel, CardCategoryTag, fetchCardCategoryNames } from './card-category.tsx'
export { fetchActiveCardCategoryChoices } from './card-category-choices.ts'
