/** Export files of other programs, with the preview of each row. */
export const exportsOfOthers = [
  {
    name: '261121101500_pretty_links.csv',
    maker: 'Pretty Links',
    content:
      '"id","link_cpt_id","url","slug","name","redirect_type","track_me","nofollow","sponsored","param_forwarding","google_tracking","delay","created_at","last_updated_at","link_categories","link_tags"\n' +
      '"7","19","https://shop.example/k?tag=a-21&amp;b=%C3%A4","knife","Chef\'s ""sharp"" knife","307","1","1","","off","","","2026-01-02 03:04:05","2026-01-02 03:04:05","kitchen",""\n' +
      '"8","20","https://shop.example/b","board","\'=Board","307","1","1","","off","","","","","",""\n',
    rows: [
      ['2', 'https://shop.example/k?tag=a-21&amp;b=%C3%A4', 'Chef\'s "sharp" knife', 'New'],
      ['3', 'https://shop.example/b', '=Board', 'New'],
    ],
  },
  {
    name: 'thirstyaffiliates-export-20261121101500.csv',
    maker: 'ThirstyAffiliates',
    // That plugin writes UTF-8 bytes as single-byte characters.
    content: Buffer.from(
      'Name,"Destination URL",Slug,"Categories (separated by semicolons)","Images To Download & Attach (separated by semicolons; jpg/png/gif only)","Geolocations Links (format: AU:http://google.com.au separated by semicolon)","Autolinker Keywords (separated by semicolon)",_ta_link_id\n' +
        '"K\u00fcche",https://shop.example/\u00fc,kueche,Kitchen;Home,,,,12\n',
      'latin1',
    ),
    rows: [['2', 'https://shop.example/ü', 'Küche', 'New']],
  },
  {
    name: 'Dub Links Export - 2026-11-21T10:15:00.000Z.csv',
    maker: 'Dub',
    content:
      'Short link,Destination URL,Clicks,Created at\nhttps://dub.example/k,https://shop.example/k,12,2026-01-02T03:04:05.000Z\n',
    rows: [['2', 'https://shop.example/k', 'shop.example', 'New']],
  },
];
