import { z } from 'zod'
import { refusal } from '#kit/contract/refusal.ts'

// Errors and fields that point structures and point rates share.

export const pointRuleRefusals = {
  structureExists: refusal(409, 'points.structure_exists', 'Point structure {Code} already exists'),
  structureBeside: refusal(
    409,
    'points.structure_beside',
    'Point structure {Code} applies to the same members from {From}. End it on {EndDate}, or choose other members or dates',
  ),
  structureBesideStays: refusal(
    409,
    'points.structure_beside_stays',
    'Point structure {Code} applies to the same members from {From}. Choose other members or dates',
  ),
  lastStructure: refusal(
    409,
    'points.last_structure',
    'Members of {CardCategory} earn points only under this structure. Set an end date instead of deleting it',
  ),
  structureNotFound: refusal(404, 'points.structure_not_found', 'Record not found'),
  periodsOverlap: refusal(409, 'points.periods_overlap', 'This period overlaps with another one'),
  rateExists: refusal(409, 'points.rate_exists', 'There is already a rate for {Brand}'),
  brandNotFound: refusal(409, 'points.brand_not_found', 'There is no brand {Brand} in the list of brands'),
  objectNotFound: refusal(409, 'points.object_not_found', 'There is no {ObjectType} {ObjectValue}'),
  rateNotFound: refusal(404, 'points.rate_not_found', 'Record not found'),
  detailIncomplete: refusal(
    400,
    'points.rate_detail_incomplete',
    'A new period needs an amount, points and a start date',
  ),
  endBeforeStart: refusal(400, 'points.end_before_start', 'The end cannot be before the start'),
  structureDeleted: refusal(409, 'points.structure_deleted', 'The point structure is deleted'),
  structureNotDeleted: refusal(409, 'points.structure_not_deleted', 'Only a deleted point structure can be restored'),
  detailNotFound: refusal(404, 'points.structure_detail_not_found', 'Record not found'),
  versionNotFound: refusal(404, 'points.rate_detail_not_found', 'Record not found'),
  expired: refusal(409, 'points.expired_is_left_alone', 'This period ended on {Date} and can no longer be changed'),
  running: refusal(409, 'points.only_its_end', 'This period began on {Date}; only its end date can be changed'),
  endInPast: refusal(409, 'points.end_in_past', 'The end must be {Date} or later'),
  startInPast: refusal(409, 'points.start_in_past', 'The start must be {Date} or later'),
  notStarted: refusal(409, 'points.not_started', 'This period begins on {Date}; delete it instead'),
  rateDeleted: refusal(409, 'points.rate_deleted', 'The point rate is deleted'),
  rateNotDeleted: refusal(409, 'points.rate_not_deleted', 'Only a deleted point rate can be restored'),
  rateStarted: refusal(
    409,
    'points.rate_started',
    'The rate of {Brand} has already been used; what it applies to cannot be changed',
  ),
  detailDeleted: refusal(409, 'points.rate_detail_deleted', 'The period is deleted'),
  detailNotDeleted: refusal(409, 'points.rate_detail_not_deleted', 'Only a deleted period can be restored'),
  undoOver: refusal(409, 'points.undo_over', 'A delete can be undone within 30 seconds only'),
  objectMissing: refusal(400, 'points.object_missing', 'Choose the {ObjectType} the rate applies to'),
}

/** A period of a rule: Inactive has not started, Active runs, Expired has ended. The status follows from the dates. */
export const PeriodStatus = z.enum(['Active', 'Inactive', 'Expired', 'Deleted'])
