// The texts that generated orders carry: scripts, marks and forms that a careless reader or store would spoil.

// None begins or ends with a character that a trim might take, and none is longer than a form field on a screen.
export const firstNames = [
  'Imani',
  'Renée',
  'Jose\u0301',
  '李小龙',
  'مريم',
  'שרה',
  'Дарья',
  'प्रिया',
  'İpek',
  '김민준',
  'Ada 👩\u200D💻',
  'Nguyễn Thị',
  '“Bo” Ross',
  'A\u030Asa',
  '𠮷野',
] as const

export const lastNames = [
  'Example',
  "O'Brien",
  'Smith-Jones "SJ"',
  'de la Cruz y Santa María del Río',
  'Müller-Straße',
  'حسن',
  'לוי',
  'Ångström',
  '山田',
  'Ž\u030Czek',
  'Back\\slash & <Sons>',
  '😀 Smiley',
  '0123',
  'null',
  'Ｆｕｌｌｗｉｄｔｈ',
] as const

export const sentences = [
  'Please call ahead; the gate code is 0042.',
  'Der Schlüssel liegt beim Nachbarn: Haus № 7½ – “links” 🏡.',
  'يرجى الاتصال قبل الزيارة بيوم واحد.',
  '訪問前にお電話ください。',
  'The dog is called "Rex"; it isn\'t dangerous, 50 % of the time.',
  'C:\\keys\\front {door} [blue] ${none} %s <b>&amp;</b>',
  'A longer remark, such as an office writes when it has nothing better to do: the house stands behind the old mill, the road is steep.',
] as const

export const organisations = [
  'Bluestem Home Loans',
  'Crédit & Söhne',
  '北方銀行',
  "Investors' Pool #9",
  '0007',
] as const

// ASCII, with words that a postal service abbreviates: a target may return them in its own form.
export const streets = [
  '1200 Sample Street',
  '47 North Example Avenue',
  '9 Elm Road',
  '315 Old Oak Lane',
  '86 West Harbor Drive',
] as const

export const units = ['Apartment 4B', 'Suite 210', 'Unit 7'] as const

export const phones = [
  '+1 512 555 0142',
  '+15125550143',
  '+1 (512) 555-0144',
  '+1-512-555-0145',
  '+1.512.555.0146',
  '+44 20 7946 0958',
] as const

export const emails = ['imani@example.com', 'first.last@mail.example.com', 'closing-desk@example.org'] as const

// Of the cents of the second and the third a hundred times the number has one less and one more, where the rest is cut off.
export const prices = [
  '412500.00',
  '317450.29',
  '300002.59',
  '1.00',
  '0.01',
  '99999999.99',
  '350000.50',
  '1000000.10',
] as const

export const loanNumbers = ['7700412', '0000123', 'LN-2026/0042', '1e5'] as const

export const caseNumbers = ['511-1234567', '483-0000012'] as const
