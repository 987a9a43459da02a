// What other areas may do to sales. Amounts and lines never change after posting.

export { giveSale } from './give-sale.ts'
