export const structuresPath = '/points-management/point-structure'
export const ratesPath = '/points-management/point-rate'
export const structureLink = (StructureId: number) => `${structuresPath}/${StructureId}`
export const rateLink = (RateId: number) => `${ratesPath}/${RateId}`
