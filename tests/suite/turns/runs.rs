//! Sorted runs as bytes.

use chongkak::unchecked::{Record, announced, decode, encode};

fn record(key: u128, ways: u128, moves: u16, laps: u16) -> Record<u128> {
    Record { key, ways, moves, laps }
}

#[test]
fn runs_come_back_as_they_were() {
    let mut records = vec![
        record(0, 1, 0, 0),
        record(1, u128::MAX, u16::MAX, u16::MAX),
        record(1 << 56, 1 << 56, 127, 255),
        record((1 << 63) + 5, (1 << 63) - 1, 128, 128),
        record(u128::MAX - 3000, 3, 2, 9),
    ];
    records.extend((0..3000).map(|k| record(u128::MAX - 2999 + k, k, 1, 300)));
    for counting in [true, false] {
        let run = encode(&records, counting);
        assert_eq!((run.blocks.len(), run.records), (3, 3005));
        let mut back = Vec::new();
        for block in &run.blocks {
            let from = block.start as usize;
            let bytes = &run.bytes[from..from + block.length as usize];
            assert_eq!(announced(bytes, block.start).unwrap().0, *block);
            decode(bytes, counting, |record| back.push(record)).unwrap();
        }
        let ways = |r: &Record<u128>| if counting { r.ways } else { 0 };
        let expected = records.iter().map(|r| record(r.key, ways(r), r.moves, r.laps));
        assert!(back == expected.collect::<Vec<_>>());
    }
}

#[test]
fn a_changed_block_is_refused() {
    let records: Vec<_> = (0..50).map(|k| record(k * k * 999, k, 3, 7)).collect();
    let good = encode(&records, true).bytes;
    let read = |bytes: &[u8]| decode::<u128>(bytes, true, |_| ());
    assert_eq!(read(&good), Some(()));
    for place in 0..good.len() {
        let mut bytes = good.clone();
        bytes[place] ^= 0x10;
        assert_eq!(read(&bytes), None, "byte {place}");
        assert_eq!(read(&good[..place]), None);
    }
}
