/** Names of tasks that the program creates; they are stored in English and translated for display. */
export const generatedTaskNameKeys = {
  'Birthday greetings': 'birthday',
  'Birthday of the spouse': 'spouseBirthday',
  'Wedding anniversary': 'anniversary',
  'Ask whether the ring fits': 'resize',
  'First year of the engagement ring': 'engagement',
  'Offer cleaning and inspection': 'care',
  'Offer a new valuation': 'valuation',
  'Tell about points that expire': 'pointsExpire',
  'Welcome the new prospect': 'prospectSilent',
  'Invite back to the shop': 'lapsed',
  'Look at what loyalty watch found': 'finding',
} as const
