//! The figures of pieces: those of chess, and those that sets of other games have besides, by the
//! names that kinds have in their definitions.

use super::colours::{edge_on, outline_on};
use plyglot_core::game::{BoardShape, PieceKind, Step};

/// An outline, and the lines inside it.
type Figure = [&'static str; 2];
/// The names of the kinds that have a figure, with their numbers of steps: kinds of other games may
/// have the same names.
type NamedFigure = (&'static [(&'static str, usize)], Figure);

const KING: usize = 0;
const QUEEN: usize = 1;
const ROOK: usize = 2;
const BISHOP: usize = 3;
const KNIGHT: usize = 4;
/// Those of chess, in the order of Unicode, which has them for each side.
const CHESSMEN: [Figure; 6] = [
    [
        "M-3 -27V-31H-8V-37H-3V-42H3V-37H8V-31H3V-27Q7 -23 5 -16C18 -27 37 -17 31 0L22 15\
         Q19 19 21 23L24 27Q26 29 26 36H-26Q-26 29 -24 27L-21 23Q-19 19 -22 15L-31 0\
         C-37 -17 -18 -27 -5 -16Q-7 -23 -3 -27Z",
        "M-22 15Q0 8 22 15M-21 23Q0 17 21 23M0 10C0 -2 -2 -9 -5 -16M0 10C0 -2 2 -9 5 -16",
    ],
    [
        "M-21 14L-35 -19L-20 0L-18 -27L-7 -3L0 -32L7 -3L18 -27L20 0L35 -19L21 14Q18 18 21 23\
         L24 27Q26 29 26 36H-26Q-26 29 -24 27L-21 23Q-18 18 -21 14Z",
        "M-21 14Q0 7 21 14M-21 23Q0 17 21 23",
    ],
    [
        "M-24 -34H-13V-27H-6V-34H6V-27H13V-34H24V-17L16 -10L18 16L24 22Q27 26 27 36H-27\
         Q-27 26 -24 22L-18 16L-16 -10L-24 -17Z",
        "M-16 -10H16M-18 16H18",
    ],
    [
        "M0 -42A5.5 5.5 0 0 1 3.4 -32C14 -24 19 -12 16 -2Q14 4 10 8L13 15L9 19Q12 24 24 26\
         Q28 28 28 36H-28Q-28 28 -24 26Q-12 24 -9 19L-13 15L-10 8Q-14 4 -16 -2\
         C-19 -12 -14 -24 -3.4 -32A5.5 5.5 0 0 1 0 -42Z",
        "M-10 8H10M-9 19H9M0 -20V-4M-7 -13H7",
    ],
    [
        "M-25 36C-26 24 -20 17 -12 10Q-7 6 -6 1Q-10 5 -16 6L-22 12Q-26 14 -30 10Q-34 6 -33 1\
         L-24 -14Q-23 -22 -17 -27L-16 -38L-7 -31C16 -34 31 -12 28 36Z",
        "M-6 1Q-1 -2 2 -8M7 -25C18 -17 22 4 20 27M-29 5L-27 3",
    ],
    [
        "M-9 -9A13.5 13.5 0 1 1 9 -9L14 -4Q15 0 11 1H7C8 12 13 19 20 25Q23 29 23 36H-23\
         Q-23 29 -20 25C-13 19 -8 12 -7 1H-11Q-15 0 -14 -4Z",
        "M-8 1H8",
    ],
];
/// The tips of a queen's crown.
const TIPS: [[i8; 2]; 5] = [[-35, -22], [-18, -30], [0, -36], [18, -30], [35, -22]];

/// The queen and the bishop of makruk and sittuyin, which go one step along diagonals, the bishop
/// also straight ahead.
const OF_MAKRUK: [NamedFigure; 2] = [
    (
        &[("met", 4), ("fers", 4)],
        [
            "M0 -38C3 -26 6 -20 7 -14C16 -11 18 -4 17 4L14 11Q16 18 21 23L24 27Q26 29 26 36H-26\
             Q-26 29 -24 27L-21 23Q-16 18 -14 11L-17 4C-18 -4 -16 -11 -7 -14C-6 -20 -3 -26 0 -38Z",
            "M-7 -14H7M-17 4Q0 -2 17 4M-14 11H14M-21 23Q0 17 21 23",
        ],
    ),
    (
        &[("khon", 5), ("elephant", 5)],
        [
            "M-4 -27V-34H4V-27C20 -24 29 -12 27 4L21 11L22 22L24 27Q26 29 26 36H-26Q-26 29 -24 27\
             L-22 22L-21 11L-27 4C-29 -12 -20 -24 -4 -27Z",
            "M-4 -27H4M-27 4Q0 -4 27 4M-21 11H21M-22 22Q0 16 22 22",
        ],
    ),
];

/// The kinds of whole sets: of armies that play against one of chess, such as that of orda, of chak,
/// ai-wok and shatar, and of games that have a few kinds beside those of chess.
const OF_SETS: [NamedFigure; 47] = [
    (
        &[("kheshig", 16)],
        [
            "M-3 -32L0 -42L3 -32C18 -30 25 -18 26 -4L31 -2V7L26 9L29 30Q20 37 13 30L10 9H-10L-13 30\
             Q-20 37 -29 30L-26 9L-31 7V-2L-26 -4C-25 -18 -18 -30 -3 -32Z",
            "M-26 -4H26M-26 9H26M0 -30V-4",
        ],
    ),
    (
        &[("archer", 12), ("archer", 8)],
        [
            "M-39 15C-34 -23 34 -23 39 15L32 18C26 -9 -26 -9 -32 18ZM-36 15L0 25L36 15V19L0 30\
             L-36 19ZM-4 -23H-11L0 -42L11 -23H4V36H-4Z",
            "",
        ],
    ),
    (
        &[("lancer", 12)],
        [
            "M-4 -24L-9 -28L0 -42L9 -28L4 -24V-22L36 -13L4 0V22L20 27Q24 29 24 36H-24Q-24 29 -20 27\
             L-4 22Z",
            "M4 -11H20M-9 27Q0 24 9 27",
        ],
    ),
    (
        &[("yurt", 5), ("yurt", 16)],
        [
            "M-6 -30V-36H6V-30C22 -26 34 -14 37 -2L34 36H-34L-37 -2C-34 -14 -22 -26 -6 -30Z",
            "M-37 -2H37M-10 35V10H10V35M-36 16H-10M10 16H36M-6 -30C-14 -20 -18 -12 -20 -2M6 -30\
             C14 -20 18 -12 20 -2",
        ],
    ),
    (
        &[("falcon", 16)],
        [
            "M-32 -20C-28 -38 -6 -44 4 -30C10 -20 28 -10 36 36L24 28L16 36L8 26H-6L-8 36H-20L-18 24\
             C-26 12 -20 -2 -18 -12L-26 -8Q-32 -10 -32 -20Z",
            "M-2 -14C2 4 12 14 24 28M-32 -20Q-24 -22 -18 -12M-12 -26h0.1",
        ],
    ),
    (
        &[("eagle", 16)],
        [
            "M-6 -28L-16 -28L-8 -40H4Q12 -36 8 -26L10 -20L36 -38L40 -6L30 -4L31 8L21 7L18 18L10 14\
             L17 36L0 30L-17 36L-10 14L-18 18L-21 7L-31 8L-30 -4L-40 -6L-36 -38L-10 -20Z",
            "M-10 -20L-13 4M10 -20L13 4M-7 20L0 12L7 20M0 -32h0.1",
        ],
    ),
    (
        &[("cardinal", 12)],
        [
            "M-10 -34Q0 -42 10 -34L13 -25Q38 -24 39 -17Q38 -10 13 -10C14 -2 10 6 6 10L10 16\
             Q28 20 28 36H-28Q-28 20 -10 16L-6 10C-10 6 -14 -2 -13 -10Q-38 -10 -39 -17\
             Q-38 -24 -13 -25Z",
            "M-13 -25Q0 -20 13 -25M-13 -10H13M0 17V32M-6 23H6",
        ],
    ),
    (
        &[("tower", 12)],
        [
            "M0 -42L22 -14H15V18L22 24Q26 28 26 36H-26Q-26 28 -22 24L-15 18V-14H-22Z",
            "M-15 -14H15M-15 18H15M-5 8V-2Q0 -8 5 -2V8Z",
        ],
    ),
    (
        &[("duke", 16)],
        [
            "M-20 -40L-9 -31L0 -42L9 -31L20 -40L15 -20C16 -8 10 2 6 8L12 14Q28 18 28 36H-28\
             Q-28 18 -12 14L-6 8C-10 2 -16 -8 -15 -20Z",
            "M-15 -20H15M-12 14Q0 28 12 14",
        ],
    ),
    (
        &[("soldier", 3)],
        ["M-28 -33Q0 -42 28 -33V-4C28 16 14 30 0 37C-14 30 -28 16 -28 -4Z", "M0 -37V35M-28 -8H28"],
    ),
    (
        &[("khatun", 16)],
        [
            "M-17 -42H17L8 -16C19 -12 19 4 8 12L12 16Q28 20 28 36H-28Q-28 20 -12 16L-8 12\
             C-19 4 -19 -12 -8 -16Z",
            "M-8 -16H8M-14 -33H14M-12 16Q0 27 12 16",
        ],
    ),
    (
        &[("scout", 5)],
        [
            "M0 -37L17 -10H9C10 -2 8 4 5 6C8 14 13 19 20 25Q23 29 23 36H-23Q-23 29 -20 25\
             C-13 19 -8 14 -5 6C-8 4 -10 -2 -9 -10H-17Z",
            "M-9 -10H9M-5 6H5",
        ],
    ),
    (
        &[("vulture", 8)],
        [
            "M-8 -40C10 -42 18 -30 14 -16C12 -8 16 0 22 6L31 13L27 18L31 26L25 28L26 36H-26L-25 28\
             L-30 26L-24 18C-12 14 -4 4 -6 -8L-15 -11Q-22 -6 -20 5Q-37 -4 -33 -20\
             C-28 -28 -22 -36 -8 -40Z",
            "M-24 18Q2 8 31 13M-25 28Q0 17 25 28M-21 -23L-15 -11M-5 -27h0.1",
        ],
    ),
    (
        &[("shaman", 6)],
        [
            "M-22 -14L-35 -34L-18 -27L-14 -42L0 -28L14 -42L18 -27L35 -34L22 -14C24 10 14 30 0 36\
             C-14 30 -24 10 -22 -14Z",
            "M-22 -13Q0 -8 22 -13M-14 1H-5M5 1H14M-8 20Q0 25 8 20M0 4V12",
        ],
    ),
    (
        &[("jaguar", 16), ("bers", 8), ("tiger", 8)],
        [
            "M-32 -37L-14 -28Q0 -32 14 -28L32 -37L32 -10C34 10 20 30 0 35C-20 30 -34 10 -32 -10Z",
            "M-19 -9L-8 -5M19 -9L8 -5M-6 9H6L0 15ZM0 15V20M0 20Q-8 27 -14 20M0 20Q8 27 14 20M0 -22\
             V-16M-24 10h0.1M24 10h0.1",
        ],
    ),
    (
        &[("quetzal", 8)],
        [
            "M-37 -16L-24 -24C-26 -34 -22 -40 -16 -42L-15 -36L-9 -41L-8 -35L-1 -37Q1 -30 0 -26\
             C12 -22 20 -12 20 -1C27 10 31 23 40 31L28 30L31 39C17 31 9 21 4 11\
             C-10 13 -23 3 -23 -13Z",
            "M-8 -12C-2 2 9 4 20 -1M4 11Q12 10 17 4M10 12L26 29M-15 -23h0.1",
        ],
    ),
    (
        &[("offering", 0)],
        [
            "M-33 3H33C33 17 22 24 10 27L17 36H-17L-10 27C-22 24 -33 17 -33 3ZM1 -41\
             C15 -26 18 -13 11 -3H-11C-18 -13 -12 -22 -7 -27Q-5 -20 -2 -20Q4 -28 1 -41Z",
            "M-28 12H28M-10 27H10",
        ],
    ),
    (
        &[("divine king", 8)],
        [
            "M-14 14C-34 10 -44 -12 -37 -27L-25 -19L-22 -37L-10 -24L0 -42L10 -24L22 -37L25 -19\
             L37 -27C44 -12 34 10 14 14L14 19Q28 22 28 36H-28Q-28 22 -14 19Z",
            "M-13 -6Q0 -16 13 -6V4Q10 13 0 15Q-10 13 -13 4ZM-14 20Q0 28 14 20M-22 -4L-30 -12M22 -4\
             L30 -12",
        ],
    ),
    (
        &[("warrior", 6)],
        [
            "M-10 -12L-16 -33L-6 -25L0 -41L6 -25L16 -33L10 -12Q14 -5 8 1C9 12 13 19 20 25\
             Q23 29 23 36H-23Q-23 29 -20 25C-13 19 -9 12 -8 1Q-14 -5 -10 -12Z",
            "M-10 -12H10M-8 1H8M0 -26V-12",
        ],
    ),
    (
        &[("cannon", 4), ("cannon", 8)],
        [
            "M-41 -17L-29 -34L28 -7L20 10L-10 3ZM-15 15A21 21 0 1 1 27 15A21 21 0 1 1 -15 15Z",
            "M6 -6V36M-15 15H27M-24 -31L-34 -15",
        ],
    ),
    (
        &[("elephant", 8), ("elephant", 4)],
        [
            "M-14 -34Q0 -40 14 -34C30 -41 43 -26 39 -8C35 8 26 11 16 7C14 15 9 19 8 25\
             C7 35 0 39 -11 37L-13 28Q-4 30 -4 24C-5 18 -13 15 -16 7C-26 11 -35 8 -39 -8\
             C-43 -26 -30 -41 -14 -34Z",
            "M-14 -34C-21 -24 -22 -8 -16 7M14 -34C21 -24 22 -8 16 7M-8 -10h0.1M8 -10h0.1M-7 6H7\
             M-5 14H5",
        ],
    ),
    (
        &[("advisor", 8), ("minister", 16)],
        [
            "M-12 -37H12V-29L40 -34V-23L12 -20C14 -4 10 4 6 8L12 14Q28 18 28 36H-28Q-28 18 -12 14\
             L-6 8C-10 4 -14 -4 -12 -20L-40 -23V-34L-12 -29Z",
            "M-12 -20H12M-12 14L0 29L12 14",
        ],
    ),
    (
        &[("monk", 4)],
        [
            "M0 -38L36 -7Q18 -2 11 -2C11 6 9 10 5 12Q27 18 27 36H-27Q-27 18 -5 12\
             C-9 10 -11 6 -11 -2Q-18 -2 -36 -7Z",
            "M-11 -2H11M-5 12L10 36M-12 -24L0 -14L12 -24",
        ],
    ),
    (
        &[("dragon", 8)],
        [
            "M-40 5L-35 -10L-14 -20L-9 -41L1 -25L18 -41L15 -22C31 -10 33 16 29 36H-23\
             C-21 24 -6 18 -2 8L-15 10L-19 17L-24 10L-34 13Z",
            "M-40 4L-14 1M7 -13L21 -8M12 2L26 6M10 18L28 20M-16 -10L-9 -13",
        ],
    ),
    (
        &[("captain", 8)],
        [
            "M-33 -41Q-26 -23 -7 -23Q0 -32 7 -23Q26 -23 33 -41C37 -20 26 -12 19 -9L31 6L36 23L17 16\
             Q14 30 0 36Q-14 30 -17 16L-36 23L-31 6L-19 -9C-26 -12 -37 -20 -33 -41Z",
            "M-19 -9Q0 -16 19 -9M-17 16V3H17V16M-9 24Q0 27 9 24",
        ],
    ),
    (
        &[("general", 8), ("general", 16)],
        [
            "M0 -42C25 -42 36 -24 35 -2L23 -9V10L17 30L5 36V11Q0 6 -5 11V36L-17 30L-23 10V-9L-35 -2\
             C-36 -24 -25 -42 0 -42Z",
            "M-23 -9C-20 -28 20 -28 23 -9M-17 0H-6M6 0H17M0 -24V-4",
        ],
    ),
    (
        &[("duchess", 4)],
        [
            "M0 -42L7 -31L19 -36L15 -22C21 -12 17 2 10 8L21 29Q26 31 26 36H-26Q-26 31 -21 29L-10 8\
             C-17 2 -21 -12 -15 -22L-19 -36L-7 -31Z",
            "M-15 -22Q0 -15 15 -22M-10 8Q0 16 10 8M-21 29Q0 22 21 29",
        ],
    ),
    (
        &[("lieutenant", 10)],
        [
            "M0 -42L8 -31V6H22V15H5V27Q11 29 11 36H-11Q-11 29 -5 27V15H-22V6H-8V-31Z",
            "M0 -28V5M-5 21H5",
        ],
    ),
    (
        &[("hoplite", 7)],
        [
            "M-3 -24L-8 -29L0 -42L8 -29L3 -24A29 29 0 0 1 3 34V39H-3V34A29 29 0 0 1 -3 -24Z",
            "M-14 20L0 -12L14 20",
        ],
    ),
    (
        &[("horse", 2)],
        [
            "M-23 35L-30 30C-41 -6 -30 -39 0 -39C30 -39 41 -6 30 30L23 35L11 30C20 4 16 -20 0 -20\
             C-16 -20 -20 4 -11 30Z",
            "M-26 4h0.1M26 4h0.1M-23 -14h0.1M23 -14h0.1M-22 21h0.1M22 21h0.1M0 -30h0.1",
        ],
    ),
    (
        &[("lance", 1)],
        [
            "M0 -42L8 -25L4 -15L20 -21L24 -9L4 -4V24L16 28Q20 30 20 36H-20Q-20 30 -16 28L-4 24V-4\
             L-24 -9L-20 -21L-4 -15L-8 -25Z",
            "M0 -32V-14M-7 28H7",
        ],
    ),
    (
        &[("kitsune", 8), ("fox", 4)],
        [
            "M-36 -40L-12 -23H12L36 -40L34 -6L20 9L6 33Q0 39 -6 33L-20 9L-34 -6Z",
            "M-20 -6L-9 -1M20 -6L9 -1M-34 -6L-15 8L-4 26H4L15 8L34 -6",
        ],
    ),
    (
        &[("ai wok", 16)],
        [
            "M0 -42L7 -31H16L11 -20L20 -10H29L19 3L22 16Q20 20 22 23L24 27Q26 29 26 36H-26\
             Q-26 29 -24 27L-22 23Q-20 20 -22 16L-19 3L-29 -10H-20L-11 -20L-16 -31H-7Z",
            "M-11 -20H11M-20 -10H20M-19 3H19M-22 16H22",
        ],
    ),
    (
        &[("commoner", 8), ("man", 8), ("man", 4), ("guard", 8), ("chief", 8)],
        [
            "M-8 -14A13 13 0 1 1 8 -14Q10 -10 8 -7C22 -4 30 8 30 24V36H-30V24\
             C-30 8 -22 -4 -8 -7Q-10 -10 -8 -14Z",
            "M-8 -7L0 6L8 -7M-30 24Q0 17 30 24",
        ],
    ),
    (
        &[("wazir", 4), ("schleich", 4)],
        [
            "M0 -42L4 -34C18 -34 26 -24 22 -13Q20 -9 14 -8C14 0 11 6 7 10L12 15Q27 19 27 36H-27\
             Q-27 19 -12 15L-7 10C-11 6 -14 0 -14 -8Q-20 -9 -22 -13C-26 -24 -18 -34 -4 -34Z",
            "M-22 -13Q0 -24 22 -13M-14 -8Q0 -14 14 -8M0 15V32",
        ],
    ),
    (
        &[("fool", 4)],
        [
            "M-12 2C-16 -14 -26 -20 -38 -14C-36 -30 -20 -36 -8 -24L0 -42L8 -24\
             C20 -36 36 -30 38 -14C26 -20 16 -14 12 2L13 14Q28 19 28 36H-28Q-28 19 -13 14Z",
            "M-12 2Q0 -3 12 2M-13 14L0 27L13 14M-8 -24Q-2 -14 0 -1M8 -24Q2 -14 0 -1",
        ],
    ),
    (
        &[("grasshopper", 8)],
        [
            "M-38 2C-37 -4 -33 -8 -29 -8L-38 -32L-32 -34L-22 -6L6 -2L20 -34H27L40 36H33L22 -13\
             L16 2L30 6C36 8 38 14 32 16C18 19 6 20 0 19L-5 36H-12L-9 18L-20 16L-26 36H-33L-29 14\
             C-36 12 -39 8 -38 2Z",
            "M-19 -5Q-15 5 -20 16M-30 1h0.1M-4 8L26 11",
        ],
    ),
    (
        &[("champion", 12)],
        [
            "M0 -42L9 -21L31 -19L14 -5L19 16L8 11Q12 22 22 26Q26 29 26 36H-26Q-26 29 -22 26\
             Q-12 22 -8 11L-19 16L-14 -5L-31 -19L-9 -21Z",
            "M0 -30V4M-16 -14L10 -2M16 -14L-10 -2M-8 11H8",
        ],
    ),
    (
        &[("wizard", 12)],
        [
            "M2 -42C6 -26 12 -10 18 2L38 8Q34 17 14 18L13 22Q27 26 27 36H-27Q-27 26 -13 22\
             L-14 18Q-34 17 -38 8L-18 2C-14 -12 -8 -28 2 -42Z",
            "M-18 2Q0 10 18 2M-14 18Q0 22 14 18M-1 -16L1 -11L6 -10L2 -7L3 -2L-1 -5L-5 -2L-4 -7\
             L-8 -10L-3 -11Z",
        ],
    ),
    (
        &[("lion", 12)],
        [
            "M0 -40Q12 -44 18 -34Q30 -34 31 -22Q41 -14 34 -3Q39 9 29 15Q27 28 15 28Q10 38 0 35\
             Q-10 38 -15 28Q-27 28 -29 15Q-39 9 -34 -3Q-41 -14 -31 -22Q-30 -34 -18 -34\
             Q-12 -44 0 -40Z",
            "M-18 -8C-18 -26 18 -26 18 -8C18 10 10 22 0 24C-10 22 -18 10 -18 -8ZM-8 -6h0.1M8 -6\
             h0.1M-5 6H5L0 11ZM0 11V16",
        ],
    ),
    (
        &[("camel", 8)],
        [
            "M-38 -14C-36 -24 -26 -26 -20 -20L-16 -4C-12 0 -10 -4 -8 -12C-4 -24 4 -24 8 -10\
             C10 -4 12 -4 14 -10C18 -24 28 -22 31 -8C34 4 34 16 32 36H20L18 14H-2L-4 36H-16\
             L-18 14C-26 10 -28 0 -28 -8L-38 -8Z",
            "M-18 14Q-12 2 -8 -6M18 14Q22 6 22 0M-27 -16h0.1",
        ],
    ),
    (
        &[("wildebeest", 16)],
        [
            "M-38 -34C-38 -18 -28 -12 -16 -14C-10 -20 10 -20 16 -14C28 -12 38 -18 38 -34\
             C44 -14 34 -2 20 -2L16 14C14 30 8 36 0 37C-8 36 -14 30 -16 14L-20 -2\
             C-34 -2 -44 -14 -38 -34Z",
            "M-10 -2h0.1M10 -2h0.1M-8 24Q0 20 8 24M0 -14V6M-4 30h0.1M4 30h0.1",
        ],
    ),
    (
        &[("hound", 2), ("dog", 8)],
        [
            "M-30 -30L-16 -34Q0 -40 16 -34L30 -30L36 -2L24 2C22 14 16 22 12 28Q8 36 0 36\
             Q-8 36 -12 28C-16 22 -22 14 -24 2L-36 -2Z",
            "M-16 -34L-24 2M16 -34L24 2M-9 -8h0.1M9 -8h0.1M-6 14H6L0 20ZM0 20V28",
        ],
    ),
    (
        &[("musketeer", 4)],
        [
            "M-34 -10C-24 -16 -16 -18 -14 -24C-10 -36 8 -38 13 -26C24 -40 36 -40 40 -30\
             C32 -28 26 -24 22 -16L34 -10Q26 -4 12 -3C12 4 10 8 6 11L12 16Q28 20 28 36H-28\
             Q-28 20 -12 16L-6 11C-10 8 -12 4 -12 -3Q-26 -4 -34 -10Z",
            "M-14 -16Q0 -12 16 -18M-12 -3Q0 -1 12 -3M-12 16L0 30L12 16",
        ],
    ),
    (
        &[("buffalo", 1)],
        [
            "M-38 -26C-34 -34 -26 -34 -24 -26C-16 -32 16 -32 24 -26C26 -34 34 -34 38 -26\
             C40 -16 32 -10 24 -12L20 12C18 28 10 35 0 36C-10 35 -18 28 -20 12L-24 -12\
             C-32 -10 -40 -16 -38 -26Z",
            "M-24 -12Q0 -22 24 -12M-9 0h0.1M9 0h0.1M-10 20Q0 14 10 20M-4 26h0.1M4 26h0.1",
        ],
    ),
    (
        &[("rhino", 16)],
        [
            "M-40 -2L-33 -24L-26 -12L-20 -26L-14 -14C0 -24 24 -20 30 -4L34 36H-20\
             C-18 24 -10 18 -6 12L-22 14L-30 20Q-40 12 -40 -2Z",
            "M-18 -2h0.1M6 -14C12 -8 12 2 6 8M14 36V20M-36 8Q-30 8 -26 4",
        ],
    ),
    (
        &[("ship", 16)],
        [
            "M-4 -42H4V-36C22 -30 30 -14 30 6H4V14H38C36 28 26 36 18 36H-18\
             C-26 36 -36 28 -38 14H-4V6H-30C-30 -14 -22 -30 -4 -36Z",
            "M0 -36V6M-32 24H32M-25 -12H25",
        ],
    ),
];

/// What is drawn for a kind whose symbol is a letter.
enum Look {
    Chessman(usize),
    /// What a piece is together: a rider or a king, and the knight in front of it.
    Compound([usize; 2]),
    OfMakruk(Figure),
    OfSet(Figure),
}

/// The figure of a chessman, counted as in Unicode.
pub(super) fn chessman(number: usize, fill: &str, transform: &str) -> String {
    let number = number % CHESSMEN.len();
    let mut inside = String::new();
    if number == KNIGHT {
        inside += &format!("<circle cx='-14' cy='-17' r='3' fill='{}'/>", edge_on(fill));
    }
    for [x, y] in TIPS.into_iter().filter(|_| number == QUEEN) {
        let look = format!("fill='{fill}' stroke='{}' stroke-width='3'", outline_on(fill));
        inside += &format!("<circle cx='{x}' cy='{y}' r='4.6' {look}/>");
    }
    drawn(CHESSMEN[number], fill, transform, &inside)
}

/// The drawing of a kind whose symbol is a letter, if there is one. A game has the figures of a set
/// for all its pieces, or letters; those of makruk and of two chessmen stand among letters, too.
pub(super) fn figure_of_kind(shape: &BoardShape, kind: &PieceKind, fill: &str) -> Option<String> {
    let look = look(kind)?;
    let is_of_set = matches!(look, Look::Chessman(_) | Look::OfSet(_));
    if is_of_set && has_letters(shape) {
        return None;
    }
    Some(match look {
        Look::Chessman(number) => chessman(number, fill, ""),
        Look::Compound([under, over]) => {
            let under = chessman(under, fill, "transform='translate(12 -6) scale(0.78)'");
            let over = chessman(over, fill, "transform='translate(-12 6) scale(0.78)'");
            format!("<g>{under}{over}</g>")
        }
        Look::OfMakruk(figure) | Look::OfSet(figure) => drawn(figure, fill, "", ""),
    })
}

/// The figure of a sign of xiangqi or janggi, with room round it.
pub(super) fn figure_of_sign(symbol: char, fill: &str) -> Option<String> {
    const SMALL: &str = "transform='scale(0.62)'";
    let name = match symbol {
        '帥' | '將' | '楚' | '漢' => "general",
        '仕' | '士' => "advisor",
        '相' | '象' => "elephant",
        '炮' | '砲' | '包' => "cannon",
        '兵' | '卒' => "soldier",
        '旗' => "lancer",
        '俥' | '車' => return Some(chessman(ROOK, fill, SMALL)),
        '傌' | '馬' => return Some(chessman(KNIGHT, fill, SMALL)),
        _ => return None,
    };
    let (_, figure) = OF_SETS.iter().find(|(kinds, _)| kinds[0].0 == name)?;
    Some(drawn(*figure, fill, SMALL, ""))
}

fn drawn([outline, lines]: Figure, fill: &str, transform: &str, inside: &str) -> String {
    let edge = edge_on(fill);
    let line = outline_on(fill);
    format!(
        "<g class='chessman' stroke-linejoin='round' stroke-linecap='round' {transform}>\
         <path d='{outline}' fill='{fill}' stroke='{line}' stroke-width='3.2'/>\
         <path d='{lines}' fill='none' stroke='{edge}' stroke-width='2.6'/>{inside}</g>"
    )
}

/// Whether a kind of the game has a letter and no figure.
fn has_letters(shape: &BoardShape) -> bool {
    shape
        .kinds
        .iter()
        .chain(shape.turned)
        .any(|kind| kind.symbols.iter().flatten().any(char::is_ascii) && look(kind).is_none())
}

fn look(kind: &PieceKind) -> Option<Look> {
    compound(kind.steps)
        .map(Look::Compound)
        .or_else(|| named(&OF_MAKRUK, kind).map(Look::OfMakruk))
        .or_else(|| named(&OF_SETS, kind).map(Look::OfSet))
        .or_else(|| centaur(kind.steps))
        .or_else(|| named_chessman(kind).map(Look::Chessman))
}

fn named(figures: &[NamedFigure], kind: &PieceKind) -> Option<Figure> {
    let own = (kind.goes_as, kind.steps.len());
    figures.iter().find(|(kinds, _)| kinds.contains(&own)).map(|(_, figure)| *figure)
}

/// What pieces of a set become when they are promoted.
fn named_chessman(kind: &PieceKind) -> Option<usize> {
    match (kind.goes_as, kind.steps.len()) {
        ("queen", 8) => Some(QUEEN),
        ("rook", 4) => Some(ROOK),
        ("bishop", 4) => Some(BISHOP),
        ("knight", 8) => Some(KNIGHT),
        _ => None,
    }
}

/// The figures that a piece is together: a rider, and the knight in front of it. A knight that goes on
/// is two.
fn compound(steps: &[Step]) -> Option<[usize; 2]> {
    let rider = match &*kinds_of_steps(steps) {
        "bbbbnnnnnnnn" => BISHOP,
        "nnnnnnnnrrrr" => ROOK,
        "bbbbnnnnnnnnrrrr" => QUEEN,
        "NNNNNNNN" => KNIGHT,
        _ => return None,
    };
    Some([rider, KNIGHT])
}

/// A king and a knight together, which sets of their own have other figures for.
fn centaur(steps: &[Step]) -> Option<Look> {
    match &*kinds_of_steps(steps) {
        "ffffnnnnnnnnwwww" => Some(Look::Compound([KING, KNIGHT])),
        _ => None,
    }
}

fn kinds_of_steps(steps: &[Step]) -> String {
    let mut kinds: Vec<char> = steps.iter().map(kind_of_step).collect();
    kinds.sort_unstable();
    String::from_iter(kinds)
}

fn kind_of_step(step: &Step) -> char {
    let mut way = [step.files, step.ranks].map(i8::unsigned_abs);
    way.sort_unstable();
    match (way, step.slides, step.moves && step.captures) {
        ([1, 2], false, true) => 'n',
        ([1, 2], true, true) => 'N',
        ([0, 1], false, true) => 'w',
        ([1, 1], false, true) => 'f',
        ([0, 1], true, true) => 'r',
        ([1, 1], true, true) => 'b',
        _ => '-',
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plyglot_core::game::BoardStyle;

    const AHEAD: Step = Step { files: 0, ranks: 1, slides: false, moves: true, captures: true };

    fn kind(name: &'static str, steps: &'static [Step]) -> PieceKind {
        PieceKind { symbols: [Some('A'); 2], steps, ..PieceKind::new(['A', 'a'], name, 1) }
    }

    fn figures<const N: usize>(kinds: [PieceKind; N]) -> usize {
        let mut shape = BoardShape::new(8, 8, BoardStyle::Chequered);
        shape.kinds = Box::leak(Box::new(kinds));
        shape.kinds.iter().filter(|kind| figure_of_kind(&shape, kind, "#ffffff").is_some()).count()
    }

    /// The kinds of other games with these names go other ways, and sets do not mix with letters.
    #[test]
    fn figures_are_those_of_whole_sets() {
        let monk = kind("monk", &[AHEAD; 4]);
        let promoted = PieceKind { goes_as: "monk", ..kind("pawn", &[AHEAD; 4]) };
        let other = kind("monk", &[AHEAD; 5]);
        let met = kind("met", &[AHEAD; 4]);
        assert_eq!(figures([monk]), 1);
        assert_eq!(figures([monk, promoted, met]), 3);
        assert_eq!(figures([other]), 0);
        assert_eq!(figures([monk, other, met]), 1);
    }

    #[test]
    fn figures_differ() {
        let of_sets = OF_MAKRUK.iter().chain(&OF_SETS).map(|(_, figure)| figure);
        let all: Vec<&Figure> = CHESSMEN.iter().chain(of_sets).collect();
        for (number, figure) in all.iter().enumerate() {
            assert!(!all[..number].iter().any(|other| other[0] == figure[0]), "{figure:?}");
        }
        let kinds: Vec<_> =
            OF_MAKRUK.iter().chain(&OF_SETS).flat_map(|(kinds, _)| *kinds).collect();
        for (number, kind) in kinds.iter().enumerate() {
            assert!(!kinds[..number].contains(kind), "{kind:?}");
        }
    }
}
