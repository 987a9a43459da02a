import { path } from '#kit/contract/path.ts'

export const structuresPath = path('/points-management/point-structure')
export const structureAddPath = path('/points-management/point-structure/add')
export const structurePath = path('/points-management/point-structure/:StructureId')
export const structureSimulationPath = path('/points-management/point-structure/:StructureId/simulate')
export const ratesPath = path('/points-management/point-rate')
export const rateAddPath = path('/points-management/point-rate/add')
export const ratePath = path('/points-management/point-rate/:RateId')
export const rateSimulationPath = path('/points-management/point-rate/:RateId/simulate')
export const explainPath = path('/points/explain', 'MembershipNo', 'InvoiceNo')
export const statementPath = path('/points/statement', 'MembershipNo')
export const adjustmentsPath = path('/points-management/points-adjustment')
