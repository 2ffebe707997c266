import { Screening } from '@bourse/identity';
import { describe, expect, it } from 'vitest';
import { BadList, type ListSource, readList } from './sanctions-lists.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (source: ListSource, text: string) => readList(source, bytes(text));

const un = `<?xml version="1.0" encoding="UTF-8"?><CONSOLIDATED_LIST dateGenerated="2026-11-20T00:00:00">
<INDIVIDUALS><INDIVIDUAL><DATAID>6908555</DATAID><FIRST_NAME>IMAGINARY</FIRST_NAME><SECOND_NAME>PERSON</SECOND_NAME>
<INDIVIDUAL_ALIAS><QUALITY>Good</QUALITY><ALIAS_NAME>Imago Persona</ALIAS_NAME></INDIVIDUAL_ALIAS>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>EXACT</TYPE_OF_DATE><DATE>1961-05-04</DATE></INDIVIDUAL_DATE_OF_BIRTH>
<INDIVIDUAL_DATE_OF_BIRTH><TYPE_OF_DATE>BETWEEN</TYPE_OF_DATE><FROM_YEAR>1963</FROM_YEAR><TO_YEAR>1965</TO_YEAR></INDIVIDUAL_DATE_OF_BIRTH>
</INDIVIDUAL></INDIVIDUALS><ENTITIES><ENTITY><DATAID>1</DATAID><FIRST_NAME>A COMPANY</FIRST_NAME></ENTITY></ENTITIES></CONSOLIDATED_LIST>`;

const eu = `<export xmlns="urn:eu" generationDate="2026-11-19"><sanctionEntity logicalId="13" euReferenceNumber="EU.1.1"><subjectType code="person"/>
<nameAlias firstName="Imaginary" lastName="Person" wholeName="Imaginary Person"/><nameAlias firstName="Imago" lastName="Persona" wholeName=""/>
<birthdate year="1961" birthdate="1961-05-04"/></sanctionEntity>
<sanctionEntity logicalId="14"><subjectType code="enterprise"/><nameAlias wholeName="A Company"/></sanctionEntity></export>`;

const ofac = `<?xml version="1.0" encoding="utf-8"?><Sanctions xmlns="urn:ofac"><DateOfIssue CalendarTypeID="1"><Year>2026</Year><Month>11</Month><Day>2</Day></DateOfIssue>
<ReferenceValueSets><FeatureTypeValues><FeatureType ID="8">Birthdate</FeatureType><FeatureType ID="344">Digital Currency Address - XBT</FeatureType></FeatureTypeValues>
<PartyTypeValues><PartyType ID="1">Individual</PartyType><PartyType ID="2">Entity</PartyType></PartyTypeValues>
<PartySubTypeValues><PartySubType ID="4" PartyTypeID="1">Unknown</PartySubType><PartySubType ID="3" PartyTypeID="2">Unknown</PartySubType></PartySubTypeValues></ReferenceValueSets>
<DistinctParties><DistinctParty FixedRef="36"><Profile ID="36" PartySubTypeID="4"><Identity><Alias><DocumentedName>
<DocumentedNamePart><NamePartValue>PERSON</NamePartValue></DocumentedNamePart><DocumentedNamePart><NamePartValue>Imaginary</NamePartValue></DocumentedNamePart>
</DocumentedName></Alias></Identity><Feature FeatureTypeID="8"><FeatureVersion><DatePeriod><Start><From><Year>1961</Year></From><To><Year>1961</Year></To></Start>
<End><From><Year>1962</Year></From><To><Year>1962</Year></To></End></DatePeriod></FeatureVersion></Feature>
<Feature FeatureTypeID="344"><FeatureVersion><VersionDetail>1ImaginaryAddress</VersionDetail></FeatureVersion></Feature></Profile></DistinctParty>
<DistinctParty FixedRef="37"><Profile ID="37" PartySubTypeID="3"><Identity><Alias><DocumentedName><DocumentedNamePart><NamePartValue>A COMPANY</NamePartValue></DocumentedNamePart></DocumentedName></Alias></Identity>
<Feature FeatureTypeID="344"><FeatureVersion><VersionDetail>1CompanyAddress</VersionDetail></FeatureVersion></Feature></Profile></DistinctParty></DistinctParties></Sanctions>`;

describe('sanctions lists', () => {
  it('of the United Nations, the European Union and OFAC give people with names, years and addresses', async () => {
    const people = async (source: ListSource, text: string) => {
      const list = await read(source, text);
      return { issued: list.issued, people: list.people };
    };
    expect(await people('un', un)).toEqual({
      issued: '2026-11-20T00:00:00',
      people: [{ id: '6908555', names: ['IMAGINARY PERSON', 'Imago Persona'], birthYears: [1961, 1963, 1964, 1965], addresses: [] }],
    });
    expect(await people('eu', eu)).toEqual({
      issued: '2026-11-19',
      people: [{ id: 'EU.1.1', names: ['Imaginary Person', 'Imago Persona'], birthYears: [1961], addresses: [] }],
    });
    expect(await people('ofac', ofac)).toEqual({
      issued: '2026-11-02',
      people: [
        { id: '36', names: ['PERSON Imaginary'], birthYears: [1961, 1962], addresses: ['1ImaginaryAddress'] },
        { id: '37', names: [], birthYears: [], addresses: ['1CompanyAddress'] },
      ],
    });
    const screening = new Screening((await read('ofac', ofac)).people);
    expect(screening.person('Imaginary Person', 1963).map(({ id }) => id)).toEqual(['36']);
    expect(screening.address('1CompanyAddress')?.id).toBe('37');
  });

  it('are refused whole when they are cut, of another source, or set a trap', async () => {
    const refused = async (source: ListSource, text: string) => {
      try {
        await read(source, text);
        return 'taken';
      } catch (error) {
        return error instanceof BadList ? error.message.replace('This is no list that can be used: ', '') : String(error);
      }
    };
    for (let cut = 40; cut < un.length; cut += 97) expect(await refused('un', un.slice(0, cut))).not.toBe('taken');
    expect(await refused('un', eu)).toMatch(/begins with export/);
    expect(await refused('eu', eu.replace(/<sanctionEntity[\s\S]*<\/sanctionEntity>/, ''))).toBe('nobody is on it.');
    expect(await refused('eu', `<!DOCTYPE export [<!ENTITY a "b">]>${eu}`)).toMatch(/document type/);
    expect(await refused('un', un.replace('PERSON<', '&a;<'))).toMatch(/well-formed/);
    expect(await refused('un', `<CONSOLIDATED_LIST>${'<A>'.repeat(100)}`)).toMatch(/nested too deeply/);
    expect(await refused('fictional', '{')).toMatch(/not JSON/);
    expect(await refused('fictional', '{"issued":"x","people":[{"id":"1","names":[],"birthYears":[],"addresses":[]}]}')).toMatch(
      /people\.0\.names/,
    );
    await expect(readList('un', Uint8Array.of(0x3c, 0xff))).rejects.toThrow(BadList);
  });
});
