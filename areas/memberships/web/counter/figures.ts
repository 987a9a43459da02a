import type { MemberCard } from '../../contract/counter.ts'

/** Who owes points has none to spend; the debt is told beside it. */
export const spendable = ({ Available }: Pick<MemberCard, 'Available'>) => Math.max(0, Available)
