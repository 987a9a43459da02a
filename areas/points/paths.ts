import { definePath } from '#kit/contract/path.ts'

export const structuresPath = definePath('/points-management/point-structure')
export const structureAddPath = definePath('/points-management/point-structure/add')
export const structurePath = definePath('/points-management/point-structure/:StructureId')
export const structureSimulationPath = definePath('/points-management/point-structure/:StructureId/simulate')
export const ratesPath = definePath('/points-management/point-rate')
export const rateAddPath = definePath('/points-management/point-rate/add')
export const ratePath = definePath('/points-management/point-rate/:RateId')
export const rateSimulationPath = definePath('/points-management/point-rate/:RateId/simulate')
export const pointExplanationPath = definePath('/points/explain', 'MembershipNo', 'InvoiceNo')
export const statementPath = definePath('/points/statement', 'MembershipNo')
export const adjustmentsPath = definePath('/points-management/points-adjustment')
